import { bech32, bech32m } from '@scure/base';
import { decodeBase58Check } from './base58-check.ts';
import type { UtxoNetwork } from './utxo-networks.ts';

/** The scriptPubKey that an address of a network stands for; null if it is no such address. */
export function decodeUtxoAddress(text: string, network: UtxoNetwork): Uint8Array | null {
  return decodeWitness(text, network.bech32) ?? decodeBase58(text, network);
}

/** BIP-173 and BIP-350: version 0 has the first checksum, all later ones have the second. */
function decodeWitness(text: string, prefix: string): Uint8Array | null {
  // The coders read the Kelvin sign as a k.
  if (!/^[!-~]+$/.test(text)) return null;
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(text);
    const [version, ...words] = decoded?.words ?? [];
    if (decoded?.prefix !== prefix || version === undefined || version > 16) continue;
    if ((version === 0) !== (coder === bech32)) continue;
    const program = coder.fromWordsUnsafe(words);
    if (!program || !hasProgramLength(version, program.length)) continue;
    const opcode = version === 0 ? 0 : 0x50 + version;
    return Uint8Array.from([opcode, program.length, ...program]);
  }
  return null;
}

/** BIP-141. Versions of the future are valid too, as BIP-350 asks of all who send. */
function hasProgramLength(version: number, length: number): boolean {
  if (version === 0) return length === 20 || length === 32;
  return length >= 2 && length <= 40;
}

function decodeBase58(text: string, network: UtxoNetwork): Uint8Array | null {
  const bytes = decodeBase58Check(text);
  if (bytes?.length !== 21) return null;
  const hash = bytes.subarray(1);
  if (bytes[0] === network.pubKeyHash)
    return Uint8Array.from([0x76, 0xa9, 20, ...hash, 0x88, 0xac]);
  if (bytes[0] === network.scriptHash) return Uint8Array.from([0xa9, 20, ...hash, 0x87]);
  return null;
}
