import { randomInt } from 'node:crypto';
import { base32 } from './base32.ts';

/**
 * Makes a reference that people can read out, such as `KS-7Q2M-41XK`: 40 random bits. `KS` marks a
 * deposit, `KW` a withdrawal, `KC` a correction, `PB` a file of payouts, `KR` a request in the logs.
 */
export function makeReference(prefix: 'KS' | 'KW' | 'KC' | 'PB' | 'KR'): string {
  const letters = (count: number) =>
    Array.from({ length: count }, () => base32[randomInt(base32.length)]).join('');
  return `${prefix}-${letters(4)}-${letters(4)}`;
}

/** Whether a transaction was rolled back because the reference of a new deposit is taken. */
export function isReferenceTaken(error: unknown): boolean {
  return (
    error instanceof Error && 'constraint' in error && error.constraint === 'deposits_by_reference'
  );
}

const mostAttempts = 5;

/**
 * Inserts a row under a new reference; retries with another reference if the brand has it already.
 * @param insert Inserts the row; returns undefined if the reference is taken.
 * @throws Error after five taken references, which can't be chance.
 */
export async function insertWithReference<Row>(
  prefix: 'KS' | 'KW' | 'KC' | 'PB',
  insert: (reference: string) => Promise<Row | undefined>,
): Promise<Row> {
  for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
    const row = await insert(makeReference(prefix));
    if (row !== undefined) return row;
  }
  throw new Error(`No free reference was found in ${mostAttempts} attempts.`);
}
