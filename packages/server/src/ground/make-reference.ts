import { randomInt } from 'node:crypto';

/** Crockford's alphabet: no characters that are misheard or misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes a reference that people can read out, such as `KS-7Q2M-41XK`: 40 random bits. `KS` marks a
 * deposit, `KW` a withdrawal, `KR` a request in the logs.
 */
export function makeReference(prefix: 'KS' | 'KW' | 'KR'): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}-${letters(4)}-${letters(4)}`;
}
