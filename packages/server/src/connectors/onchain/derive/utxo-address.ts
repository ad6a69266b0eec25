import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import { p2pkh, p2sh, p2tr, p2wpkh } from '@scure/btc-signer';
import type { DerivedAddress } from '../../chain-rail.ts';
import { deriveChildKey, type UtxoScript } from './extended-key.ts';
import type { UtxoNetwork } from './utxo-networks.ts';

/** How an address locks money, and what a signer of its outputs needs to know. */
export interface UtxoLock {
  address: string;
  /** The scriptPubKey of its outputs. */
  script: Uint8Array;
  /** The key that signs, as derived: 33 bytes. */
  publicKey: Uint8Array;
  /** Of `p2sh-p2wpkh`: the script whose hash the address is. */
  redeemScript: Uint8Array | undefined;
  /** Of `p2tr`: the key before it is tweaked, 32 bytes. */
  internalKey: Uint8Array | undefined;
}

/** Derives the lock of a number below an account's key. */
export function deriveLock(
  account: HDKey,
  index: number,
  { script, network }: { script: UtxoScript; network: UtxoNetwork },
): UtxoLock {
  const publicKey = deriveChildKey(account, index);
  const nothing = { redeemScript: undefined, internalKey: undefined };
  switch (script) {
    case 'p2pkh': {
      const lock = p2pkh(publicKey, network);
      return { ...nothing, address: lock.address, script: lock.script, publicKey };
    }
    case 'p2wpkh': {
      const lock = p2wpkh(publicKey, network);
      return { ...nothing, address: lock.address, script: lock.script, publicKey };
    }
    case 'p2sh-p2wpkh': {
      const { address, script, redeemScript } = p2sh(p2wpkh(publicKey, network), network);
      return { ...nothing, address, script, publicKey, redeemScript };
    }
    case 'p2tr': {
      const internalKey = publicKey.subarray(1);
      const lock = p2tr(internalKey, undefined, network);
      return { ...nothing, address: lock.address, script: lock.script, publicKey, internalKey };
    }
  }
}

/** The same as an address for players. */
export function toDerivedAddress({ address, script }: UtxoLock): DerivedAddress {
  return { address, target: hex.encode(script), memo: null };
}
