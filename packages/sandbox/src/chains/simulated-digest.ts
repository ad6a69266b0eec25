import { createHash } from 'node:crypto';

/** SHA-256 of the parts, in hex: the invented ids and hashes of the simulated chains. */
export function digest(...parts: readonly (string | number)[]): string {
  return createHash('sha256').update(parts.join('|')).digest('hex');
}

/** SHA-256 of bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
