import { createHash, randomBytes } from 'node:crypto';

/** Creates a code of 256 random bits, in base64url. */
export function makeOneTimeCode(): string {
  return randomBytes(32).toString('base64url');
}

/** Digests a code for storage. For 256 random bits a fast hash is enough. */
export function digestOneTimeCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
