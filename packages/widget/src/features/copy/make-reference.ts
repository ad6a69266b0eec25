/** Crockford's alphabet: no letters that are misheard on the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Makes the reference of an error that occurs in the widget alone, such as `KW-7Q2M-41XK`: 40
 * random bits. The host receives it with the error. The server's references begin with KS and KR.
 */
export function makeReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % 32]);
  return `KW-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
