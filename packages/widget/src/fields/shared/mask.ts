import { parseAmount } from '@kassa/contract';

/**
 * How a mask is written in a definition (§3 `mask`): `Number` (a comma, 2 decimals, no thousands
 * separator), `Date` (dd.mm.yyyy of the years 1900 to 9999), the defaults of §9; anything else is a
 * pattern, in which `0` stands for a digit, `a` for a letter, `*` for anything, and the rest for
 * itself (`00-00-00`).
 *
 * What rules see of it, and what goes over the wire: of a number the decimal, with a point
 * (`1234.5`); of a date all of it (`31.12.1990`); of a pattern what was typed, without what stands
 * there by itself (`123456`), except what the pattern has in braces (`{RU}000`: `RU123`). Whether
 * enough was typed is for the field's rules to say, of a date apart.
 */
export type Mask = { kind: 'number' } | { kind: 'date' } | { kind: 'pattern'; pattern: string };

/** Reads a definition's mask. */
export function readMask(mask: string): Mask {
  if (mask === 'Number') return { kind: 'number' };
  return mask === 'Date' ? { kind: 'date' } : { kind: 'pattern', pattern: mask };
}

/**
 * The value of a masked text. The box keeps the unmasked text, so hardly anything is left to do,
 * unless the mask's code couldn't be had and the player typed without.
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

/** Whether a number is written otherwise than the mask hands it on. */
function isGroupedNumber(text: string): boolean {
  return /^[\d.,'’\s]*\d[\d.,'’\s]*$/.test(text) && !/^\d+(\.\d+)?$/.test(text);
}
