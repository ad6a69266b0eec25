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

const mostAttempts = 5;

/**
 * Inserts a row under a new reference, and under another one where the brand has that already.
 * @param insert Inserts the row; undefined where the reference is taken.
 * @throws after five references that were all taken: then something other than chance is at work.
 */
export async function insertWithReference<Row>(
  prefix: 'KS' | 'KW',
  insert: (reference: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const row = await insert(makeReference(prefix));
    if (row !== undefined) return row;
  }
  throw new Error(`No free reference was found in ${mostAttempts} attempts.`);
}
