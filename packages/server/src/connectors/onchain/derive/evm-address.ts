import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import type { Hex } from 'viem';
import { getAddress, getContractAddress, keccak256, pad, toHex } from 'viem/utils';
import type { DerivedAddress } from '../../chain-rail.ts';
import { deriveChildKey } from './extended-key.ts';

/** Contracts that collect deposits: a factory creates each one at an address known before. */
export interface DepositContract {
  /** The factory's address. */
  factory: string;
  /** The Keccak hash of the code that creates a contract, 32 bytes in hex. */
  initCodeHash: string;
}

/** The address of a number below an account's key, with the checksum of EIP-55. */
export function deriveEvmAddress(account: HDKey, index: number): DerivedAddress {
  // The last 20 bytes of the hash of both coordinates, without the byte that marks the form.
  const hash = keccak256(asHex(toUncompressed(deriveChildKey(account, index)).slice(2)));
  const address = getAddress(asHex(hash.slice(-40)));
  return { address, target: address.toLowerCase(), memo: null };
}

/** The address of the contract of a number (CREATE2, EIP-1014). */
export function deriveEvmContract(contract: DepositContract, index: number): DerivedAddress {
  const address = getContractAddress({
    opcode: 'CREATE2',
    from: asHex(contract.factory),
    salt: saltOf(index),
    bytecodeHash: asHex(contract.initCodeHash),
  });
  return { address, target: address.toLowerCase(), memo: null };
}

/** The salt of a number: itself in 32 bytes. */
export function saltOf(index: number): Hex {
  return pad(toHex(index), { size: 32 });
}

/** The key as both of its coordinates, in hex: a compressed one has the first alone. */
function toUncompressed(publicKey: Uint8Array): string {
  return ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed').toString();
}

/** Text that the settings or an address check have found to be hex. */
export function asHex(text: string): Hex {
  return `0x${text.replace(/^0x/i, '')}`;
}
