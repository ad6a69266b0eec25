import { randomInt } from 'node:crypto';

/** Crockford's alphabet: nothing that is misread over the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes a reference that people can read out, such as `KS-7Q2M-41XK`: 40 random bits. `KS` names a
 * deposit, `KR` a request in the logs.
 */
export function makeReference(prefix: 'KS' | 'KW' | 'KR'): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
  return `${prefix}-${letters(4)}-${letters(4)}`;
}
