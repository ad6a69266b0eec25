import { CallError } from '@kassa/contract';

/** Deeper than any call's body; deeper nesting is meant to exhaust the code that walks it. */
const deepest = 16;

/** More values than the largest request can hold (64 KiB, two bytes each at least). */
const mostValues = 40_000;

/**
 * Finds a value that no legitimate request holds, in a part of a request: deep nesting or very many
 * values, meant to exhaust the server, and text that PostgreSQL can't store. Returns null if there
 * is none. Allocates no copies while it walks.
 */
export function findHostileValue(value: unknown): CallError | null {
  const found = walk(value, { levels: deepest, budget: { values: mostValues } });
  return found === null ? null : new CallError('request.malformed', found);
}

interface Bounds {
  /** Levels of nesting that are still allowed. */
  levels: number;
  /** Values that are still allowed in the whole request. */
  budget: { values: number };
}

function walk(value: unknown, { levels, budget }: Bounds): string | null {
  budget.values -= 1;
  if (budget.values < 0) return 'The request holds too many values.';
  if (typeof value === 'string') return isMalformedText(value) ? malformedText : null;
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return 'The request is nested too deeply.';
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
    const found = isMalformedText(name) ? malformedText : walk(part, inside);
    if (found !== null) return found;
  }
  return null;
}

const malformedText = 'The request contains invalid Unicode or a NUL character.';

/** PostgreSQL can store neither a NUL nor half a surrogate pair; no person types either. */
function isMalformedText(text: string): boolean {
  return text.includes('\u0000') || !text.isWellFormed();
}
