import { createHash } from 'node:crypto';
import { createBase58check } from '@scure/base';

const coder = createBase58check((bytes: Uint8Array) =>
  Uint8Array.from(createHash('sha256').update(bytes).digest()),
);

/** Encodes bytes with the checksum of Bitcoin's and TRON's addresses and extended keys. */
export function encodeBase58Check(bytes: Uint8Array): string {
  return coder.encode(bytes);
}

/** Null if a character or the checksum is wrong. */
export function decodeBase58Check(text: string): Uint8Array | null {
  // Decoding takes a time that grows with the square of the length; keys have 111 characters.
  if (text.length > 120) return null;
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}
