import type { Fields } from './sealed.ts';

/**
 * Masks a payment detail so that a person can still tell two of them apart: shows its last four
 * characters at most, and never more than a third of it. The mask hides the length.
 */
export function maskValue(value: string): string {
  return `••••${lastOf(value, 3)}`;
}

/**
 * Masks a player's own account, card or phone as its owner knows it: `•••• 6789`. Shows its last
 * four characters at most, and never more than half of it.
 */
export function maskNumber(value: string): string {
  return `•••• ${lastOf(value, 2)}`.trimEnd();
}

/** Returns the last four characters at most, and never more than this fraction of a text. */
function lastOf(value: string, divisor: number): string {
  const characters = [...value.trim()];
  const shown = Math.min(4, Math.floor(characters.length / divisor));
  return shown === 0 ? '' : characters.slice(-shown).join('');
}

/** Masks all fields of a subject. */
export function maskFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, maskValue(value)]),
  );
}
