import { createBase58check } from '@scure/base';
import { sha256 } from '../simulated-digest.ts';

const coder = createBase58check(sha256);

/** The bytes of a text with a correct checksum; null without one. */
export function readBase58(text: string): Uint8Array | null {
  try {
    return coder.decode(text);
  } catch {
    return null;
  }
}
