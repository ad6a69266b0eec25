import { CallError } from '@kassa/contract';
import { isTooDeep } from './is-too-deep.ts';

/**
 * What no well-meant request holds, whichever part of it this is: nesting that was made to wear out
 * whoever walks it, and text that can't be stored as it is. Null where there is nothing of the kind.
 */
export function findOddity(value: unknown): CallError | null {
  // First: nothing else should have to walk it.
  if (isTooDeep(value)) return new CallError('request.malformed', 'The request nests too deep.');
  if (!hasOddText(value)) return null;
  return new CallError('request.malformed', 'The request holds text that is no Unicode, or a NUL.');
}

/** PostgreSQL takes neither a NUL nor half a surrogate pair; nobody types either. */
function hasOddText(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, part]) => hasOddText(name) || hasOddText(part));
}
