import { CallError } from '@kassa/contract';

/** No call's body comes near; what nests deeper was made to wear out whoever walks it. */
const deepest = 16;

/** More values than the largest request has room for (64 KiB, two bytes each at least). */
const mostValues = 40_000;

/**
 * What no well-meant request holds, whichever part of it this is: nesting and numbers of values that
 * were made to wear out whoever walks them, and text that can't be stored as it is. Null where there
 * is nothing of the kind. It makes nothing of its own while it walks.
 */
export function findHostileValue(value: unknown): CallError | null {
  const found = walk(value, { levels: deepest, budget: { values: mostValues } });
  return found === null ? null : new CallError('request.malformed', found);
}

interface Bounds {
  /** How much deeper it may go from here. */
  levels: number;
  /** What is left for all of the request. */
  budget: { values: number };
}

function walk(value: unknown, { levels, budget }: Bounds): string | null {
  budget.values -= 1;
  if (budget.values < 0) return 'The request holds too many values.';
  if (typeof value === 'string') return hasOddText(value) ? oddText : null;
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return 'The request nests too deep.';
  const inside = { levels: levels - 1, budget };
  if (Array.isArray(value)) {
    for (const part of value) {
      const found = walk(part, inside);
      if (found !== null) return found;
    }
    return null;
  }
  for (const name in value) {
    const part: unknown = value[name as keyof typeof value];
    const found = hasOddText(name) ? oddText : walk(part, inside);
    if (found !== null) return found;
  }
  return null;
}

const oddText = 'The request holds text that is no Unicode, or a NUL.';

/** PostgreSQL takes neither a NUL nor half a surrogate pair; nobody types either. */
function hasOddText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}
