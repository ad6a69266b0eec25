import type { Fields } from './sealed.ts';

/**
 * What may be seen of a payment detail by a person who has to tell two of them apart: its last four
 * characters at most, and never more than a third of it. How long it is isn't told.
 */
export function maskValue(value: string): string {
  const characters = [...value.trim()];
  const shown = Math.min(4, Math.floor(characters.length / 3));
  return `••••${shown === 0 ? '' : characters.slice(-shown).join('')}`;
}

/** All of a subject's fields, each masked. */
export function maskFields(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, maskValue(value)]),
  );
}
