import { isDeepStrictEqual } from 'node:util';
import { isRecord } from './parse-settings.ts';

/**
 * Returns settings that were read again, with every part that is equal to an earlier one replaced
 * by the earlier object. So what is kept by object (fetched keys, rates) survives the reading.
 */
export function keepEqual<Settings>(before: unknown, next: Settings): Settings {
  return keep(before, next) as Settings;
}

function keep(before: unknown, next: unknown): unknown {
  if (isDeepStrictEqual(before, next)) return before;
  if (Array.isArray(before) && Array.isArray(next)) {
    return next.map((item) => before.find((one) => isDeepStrictEqual(one, item)) ?? item);
  }
  if (!isRecord(before) || !isRecord(next)) return next;
  return Object.fromEntries(
    Object.entries(next).map(([key, value]) => [key, keep(before[key], value)]),
  );
}
