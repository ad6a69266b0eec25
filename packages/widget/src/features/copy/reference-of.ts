/** Crockford's alphabet: no letters that are misheard on the telephone. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const known = new WeakMap<object, string>();

/**
 * Returns the reference of an error that occurs in the widget alone, such as `KW-7Q2M-41XK`: 40 random bits. It
 * stays the same however often the error shows; what is thrown without being an object has a new one each time.
 * The host receives it with the error. The server's references begin with KS and KR.
 */
export function referenceOf(error: unknown): string {
  const key = Object(error) as object;
  const reference = known.get(key) ?? makeReference();
  known.set(key, reference);
  return reference;
}

function makeReference(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % 32]);
  return `KW-${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}
