import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The id and secret that a key's text is made of. */
export interface KeyParts {
  id: string;
  secret: string;
}

/** A new secret: 256 random bits. */
export function makeSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The text that an operator keeps: `kop_<id>_<secret>`, the id without its dashes. */
export function encodeKey({ id, secret }: KeyParts): string {
  return `kop_${id.replaceAll('-', '')}_${secret}`;
}

/** Reads a key's text, or null where it can't be one. */
export function decodeKey(text: string): KeyParts | null {
  const match =
    /^kop_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([\w-]{43})$/;
  const found = match.exec(text);
  if (found === null) return null;
  return { id: found.slice(1, 6).join('-'), secret: found[6] ?? '' };
}

/** What is stored of a secret. With 256 random bits to guess, a fast hash is enough. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Compares two hashes in a time that tells nothing of where they differ. */
export function isSameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
