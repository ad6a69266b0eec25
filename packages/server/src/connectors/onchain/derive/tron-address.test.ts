import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { TronWeb, utils } from 'tronweb';
import { keccak256 } from 'viem';
import { expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { deriveTronAddress, deriveTronContract } from './tron-address.ts';

/** Of the words "abandon … about". */
const seed = hex.decode(
  '5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc1' +
    '9a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4',
);
const account = HDKey.fromMasterSeed(seed).derive("m/44'/195'/0'").wipePrivateData();

test("an address of a key is that of TRON's own library", () => {
  const words = `${'abandon '.repeat(11)}about`;
  for (const index of [0, 1, 2, 500]) {
    const { address } = TronWeb.fromMnemonic(words, `m/44'/195'/0'/0/${index}`);
    expect(deriveTronAddress(account, index)).toEqual({ address, target: address, memo: null });
    expect(checkAddress(address, 'TRON', 'main')).toEqual({
      isValid: true,
      address,
      target: address,
    });
  }
});

test("the address of a contract is that of TRON's own library", () => {
  const factory = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  for (const [index, initCode] of [
    [0, '0x00'],
    [1, '0xdeadbeef'],
    [70_000, `0x${'c0de'.repeat(100)}`],
  ] as const) {
    const salt = `0x${index.toString(16).padStart(64, '0')}`;
    const expected = utils.address.getCreate2Address({ from: factory, salt, initCode });
    const contract = { factory, initCodeHash: keccak256(initCode) };
    expect(deriveTronContract(contract, index).address).toBe(expected);
  }
});
