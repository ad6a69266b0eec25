import { parseAmount } from '@kassa/contract';

/**
 * The mask of a definition (§3 `mask`): `Number` (a comma, 2 decimals, no thousands separator),
 * `Date` (dd.mm.yyyy of the years 1900 to 9999), the defaults of §9. Anything else is a pattern, in
 * which `0` stands for a digit, `a` for a letter, `*` for any character, and the rest for itself
 * (`00-00-00`).
 *
 * The mask also determines the value that the rules validate and requests send:
 * - a number's value is the decimal, with a point (`1234.5`);
 * - a date's value is the whole text (`31.12.1990`), which must be complete;
 * - a pattern's value is the typed characters (`123456`) without the pattern's own, except those in
 *   braces (`{RU}000`: `RU123`).
 *
 * Only the field's rules say whether a number or a pattern is long enough.
 */
export type Mask = { kind: 'number' } | { kind: 'date' } | { kind: 'pattern'; pattern: string };

/** Reads a definition's mask. */
export function readMask(mask: string): Mask {
  if (mask === 'Number') return { kind: 'number' };
  return mask === 'Date' ? { kind: 'date' } : { kind: 'pattern', pattern: mask };
}

/**
 * Returns the value of a masked text. The input keeps the unmasked text, so little is left to do
 * unless the mask's code failed to load and the player typed without it.
 */
export function normalizeMasked(text: string, mask: Mask): string {
  const trimmed = text.trim();
  switch (mask.kind) {
    case 'number':
      return isGroupedNumber(trimmed) ? parseAmount(trimmed) : trimmed;
    case 'date':
      return trimmed.replace(/[/-]/g, '.');
    case 'pattern':
      return trimmed;
  }
}

/** Returns whether a number has a grouping, unlike the mask's own values. */
function isGroupedNumber(text: string): boolean {
  return /^[\d.,'’\s]*\d[\d.,'’\s]*$/.test(text) && !/^\d+(\.\d+)?$/.test(text);
}
