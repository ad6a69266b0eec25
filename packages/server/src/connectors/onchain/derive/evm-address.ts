import { ECDH } from 'node:crypto';
import type { HDKey } from '@scure/bip32';
import { getContractAddress, type Hex, pad, toHex } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
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
  const address = publicKeyToAddress(`0x${toUncompressed(deriveChildKey(account, index))}`);
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

/** The key as both of its coordinates, from which an account's address is hashed. */
export function toUncompressed(publicKey: Uint8Array): string {
  return ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed').toString();
}

/** Text that the settings or an address check have found to be hex. */
export function asHex(text: string): Hex {
  return `0x${text.replace(/^0x/i, '')}`;
}
