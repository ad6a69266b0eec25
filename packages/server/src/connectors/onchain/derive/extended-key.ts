import type { Blockchain } from '@kassa/contract';
import { HDKey } from '@scure/bip32';
import { decodeBase58Check } from './base58-check.ts';
import { isPrivateKey, privateKeyProblem } from './private-key.ts';
import type { ChainNetwork, UtxoChain } from './utxo-networks.ts';

/** How the addresses of a chain that descends from Bitcoin lock money: BIP-44, 49, 84 and 86. */
export const utxoScripts = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr'] as const;

export type UtxoScript = (typeof utxoScripts)[number];

/** What the first letters of an extended public key say. */
export interface KeyPrefix {
  name: string;
  isMain: boolean;
  chains: readonly Blockchain[];
  /** Null: the letters leave it open, and BIP-44 is meant unless the settings say otherwise. */
  script: UtxoScript | null;
}

export type ReadKey =
  | { isValid: true; key: HDKey; prefix: KeyPrefix }
  | { isValid: false; problem: string };

const segwitChains = ['BITCOIN', 'LITECOIN'] as const;
const utxoChains = [...segwitChains, 'DOGECOIN'] as const;
/** Their wallets write every key as `xpub`, whatever the network. */
const accountChains = ['ETHEREUM', 'BINANCE_SMART_CHAIN', 'TRON'] as const;

/** The version bytes of SLIP-132 and of the nodes' `chainparams.cpp`. */
const prefixes = new Map<number, KeyPrefix>([
  [
    0x0488b21e,
    { name: 'xpub', isMain: true, chains: [...utxoChains, ...accountChains], script: null },
  ],
  [0x049d7cb2, { name: 'ypub', isMain: true, chains: segwitChains, script: 'p2sh-p2wpkh' }],
  [0x04b24746, { name: 'zpub', isMain: true, chains: segwitChains, script: 'p2wpkh' }],
  [0x043587cf, { name: 'tpub', isMain: false, chains: utxoChains, script: null }],
  [0x044a5262, { name: 'upub', isMain: false, chains: segwitChains, script: 'p2sh-p2wpkh' }],
  [0x045f1cf6, { name: 'vpub', isMain: false, chains: segwitChains, script: 'p2wpkh' }],
  [0x019da462, { name: 'Ltub', isMain: true, chains: ['LITECOIN'], script: null }],
  [0x01b26ef6, { name: 'Mtub', isMain: true, chains: ['LITECOIN'], script: 'p2sh-p2wpkh' }],
  [0x0436f6e1, { name: 'ttub', isMain: false, chains: ['LITECOIN'], script: null }],
  [0x02facafd, { name: 'dgub', isMain: true, chains: ['DOGECOIN'], script: null }],
]);

/** `Ypub`, `Zpub`, `Upub`, `Vpub`: one of the keys of addresses that several people sign for. */
const multisignature: ReadonlySet<number> = new Set([
  0x0295b43f, 0x02aa7ed3, 0x024289ef, 0x02575483,
]);

/** Reads an extended public key (BIP-32). A problem never repeats any part of the text. */
export function readExtendedKey(text: string): ReadKey {
  if (isPrivateKey(text)) return { isValid: false, problem: privateKeyProblem };
  const bytes = decodeBase58Check(text);
  if (bytes?.length !== 78) {
    return { isValid: false, problem: 'must be an extended public key such as "xpub…"' };
  }
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  if (multisignature.has(version)) {
    return { isValid: false, problem: 'is a key of several signers, which has no addresses alone' };
  }
  const prefix = prefixes.get(version);
  if (prefix === undefined) {
    return { isValid: false, problem: 'begins as no extended public key of a known chain' };
  }
  // Two levels lie below: the chain of addresses that are given out, and the number.
  if ((bytes[4] ?? 0) > 253) return { isValid: false, problem: 'is too deep in its wallet' };
  try {
    const key = HDKey.fromExtendedKey(text, { public: version, private: 0 });
    return { isValid: true, key, prefix };
  } catch {
    return { isValid: false, problem: 'has no point of the curve as its key' };
  }
}

/** Why a key can't be used on a chain, with this script if it's set; null if it can. */
export function findKeyProblem(
  { name, isMain, chains, script: implied }: KeyPrefix,
  blockchain: Blockchain,
  network: ChainNetwork,
  script: UtxoScript | undefined,
): string | null {
  if (!chains.includes(blockchain)) return `is a ${name}, which is no key of ${blockchain}`;
  const isUtxo = utxoChains.some((chain) => chain === blockchain);
  if (isUtxo && isMain !== (network === 'main')) {
    return `is a ${name}, which is no key of the network "${network}"`;
  }
  if (script !== undefined && implied !== null && implied !== script) {
    return `is a ${name}, which means the script "${implied}" and not "${script}"`;
  }
  return null;
}

/** Whether a chain has addresses of this script. */
export function hasScript(blockchain: UtxoChain, script: UtxoScript): boolean {
  return script === 'p2pkh' || segwitChains.some((chain) => chain === blockchain);
}

/** The key that signs for an address: `0/<index>`, the account's chain of addresses to be paid. */
export function deriveChildKey(account: HDKey, index: number): Uint8Array {
  const { publicKey } = account.deriveChild(0).deriveChild(index);
  if (publicKey === null) throw new Error('a derived key has no public key');
  return publicKey;
}
