import { readBase58 } from './base58.ts';

/** The first byte of every address of TRON. */
const version = 0x41;

export function isTronAddress(text: string): boolean {
  const bytes = readBase58(text);
  return bytes?.length === 21 && bytes[0] === version;
}

/** The 20 bytes of an address in hex, without its version. */
export function tronBodyOf(address: string): string {
  return Buffer.from(readBase58(address) ?? [])
    .toString('hex')
    .slice(2);
}
