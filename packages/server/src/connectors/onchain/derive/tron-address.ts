import { hex } from '@scure/base';
import type { HDKey } from '@scure/bip32';
import type { Hex } from 'viem';
import { concat, keccak256 } from 'viem/utils';
import type { DerivedAddress } from '../../chain-rail.ts';
import { decodeBase58Check, encodeBase58Check } from './base58-check.ts';
import { asHex, type DepositContract, deriveEvmAddress, saltOf } from './evm-address.ts';

/** The first byte of every address of TRON, on all of its networks. */
const prefix = 0x41;

/** The 21 bytes of an address `T…`; null if it is none. */
export function decodeTronAddress(text: string): Uint8Array | null {
  const bytes = decodeBase58Check(text);
  return bytes?.length === 21 && bytes[0] === prefix ? bytes : null;
}

/** The address of a number below an account's key: Ethereum's with another prefix, in base58. */
export function deriveTronAddress(account: HDKey, index: number): DerivedAddress {
  return toTron(hex.decode(deriveEvmAddress(account, index).target.slice(2)));
}

/** The address of the contract of a number: CREATE2, with TRON's prefix in the place of `0xff`. */
export function deriveTronContract(
  { factory, initCodeHash }: DepositContract,
  index: number,
): DerivedAddress {
  const creator = decodeTronAddress(factory);
  if (creator === null) throw new Error('the factory has no address of TRON');
  const hash = keccak256(concat([asHex(hex.encode(creator)), saltOf(index), asHex(initCodeHash)]));
  return toTron(hex.decode(hash.slice(-40)));
}

function toTron(account: Uint8Array): DerivedAddress {
  const address = encodeBase58Check(Uint8Array.from([prefix, ...account]));
  return { address, target: address, memo: null };
}

/** The 20 bytes of an address that its check has passed, as contracts have it. */
export function toTronHex(address: string): Hex {
  const bytes = decodeTronAddress(address);
  if (bytes === null) throw new Error('this is no address of TRON');
  return asHex(hex.encode(bytes.subarray(1)));
}
