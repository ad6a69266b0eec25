import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { keccak256 } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import { asHex, deriveEvmAddress, deriveEvmContract } from './evm-address.ts';

/** Of the words "abandon … about". */
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);
const account = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'").wipePrivateData();

test('an address of a key is that of its wallet, with the checksum of EIP-55', () => {
  expect(deriveEvmAddress(account, 0)).toEqual({
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    target: '0x9858effd232b4033e47d90003d41ec34ecaeda94',
    memo: null,
  });
  const words = `${'abandon '.repeat(11)}about`;
  for (const index of [1, 2, 77, 2_147_483_647]) {
    const wallet = mnemonicToAccount(words, { path: `m/44'/60'/0'/0/${index}` });
    expect(deriveEvmAddress(account, index).address).toBe(wallet.address);
  }
});

describe('the address of a contract is that of EIP-1014', () => {
  test.each([
    [
      '0x0000000000000000000000000000000000000000',
      0,
      '00',
      '4D1A2e2bB4F88F0250f26Ffff098B0b30B26BF38',
    ],
    [
      '0xdeadbeef00000000000000000000000000000000',
      0,
      '00',
      'B928f69Bb1D91Cd65274e3c79d8986362984fDA3',
    ],
    [
      '0x0000000000000000000000000000000000000000',
      0,
      'deadbeef',
      '70f2b2914A2a4b783FaEFb75f459A580616Fcb5e',
    ],
    [
      '0x00000000000000000000000000000000deadbeef',
      0xcafebabe,
      'deadbeef',
      '60f3f640a8508fC6a86d45DF051962668E1e8AC7',
    ],
    [
      '0x00000000000000000000000000000000deadbeef',
      0xcafebabe,
      'deadbeef'.repeat(11),
      '1d8bfDC5D46DC4f61D6b6115972536eBE6A8854C',
    ],
    [
      '0x0000000000000000000000000000000000000000',
      0,
      '',
      'E33C0C7F7df4809055C3ebA6c09CFe4BaF1BD9e0',
    ],
  ])('factory %s, salt %i, code %s', (factory, index, code, expected) => {
    const initCodeHash = keccak256(asHex(code));
    const { address, target } = deriveEvmContract({ factory, initCodeHash }, index);
    expect(address).toBe(`0x${expected}`);
    expect(target).toBe(address.toLowerCase());
  });
});
