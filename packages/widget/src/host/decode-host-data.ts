import { type HostData, hostDataSchema } from '@kassa/contract';

export interface DecodedHostData {
  data: HostData;
  /** The names of dropped values: `locale`, `bonusList.2`, or `payload` itself. */
  incorrect: string[];
}

/**
 * Decodes the host's response to the handshake, field by field. An invalid field gets its default.
 * An invalid entry of a list or of a group of settings is dropped alone (§4).
 */
export function decodeHostData(payload: unknown): DecodedHostData {
  if (!isRecord(payload)) return { data: hostDataSchema.parse({}), incorrect: ['payload'] };
  const incorrect: string[] = [];
  let given = payload;
  // Dropping an entry may reveal another fault. A field that stays invalid is dropped in the next
  // round.
  for (let round = 0; round < 3; round += 1) {
    const parsed = hostDataSchema.safeParse(given);
    if (parsed.success) return { data: parsed.data, incorrect };
    const paths = parsed.error.issues.map(({ path }) => path.map(String).slice(0, 2 - round));
    incorrect.push(...new Set(paths.map((path) => path.join('.'))));
    given = leaveOut(given, paths);
  }
  return { data: hostDataSchema.parse({}), incorrect: [...incorrect, 'payload'] };
}

/** Returns a copy without the values at these paths, of one or two steps. */
function leaveOut(record: Record<string, unknown>, paths: string[][]): Record<string, unknown> {
  const left = { ...record };
  for (const name of new Set(paths.map(([first = '']) => first))) {
    const entries = paths.filter((path) => path[0] === name).map(([, second]) => second);
    const value = left[name];
    if (entries.includes(undefined) || typeof value !== 'object' || value === null) {
      delete left[name];
    } else if (Array.isArray(value)) {
      left[name] = value.filter((_, index) => !entries.includes(String(index)));
    } else {
      left[name] = Object.fromEntries(
        Object.entries(value).filter(([key]) => !entries.includes(key)),
      );
    }
  }
  return left;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
