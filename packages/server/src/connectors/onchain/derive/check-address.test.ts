import { Address } from '@ton/core';
import { TronWeb } from 'tronweb';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';

const invalid = { isValid: false, problem: expect.stringMatching(/./) };

describe('the addresses of BIP-350', () => {
  // The list of valid segregated witness addresses, with their scripts.
  test.each([
    ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
      '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
    ],
    [
      'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
      '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
    ],
    ['BC1SW50QGDZ25J', '6002751e'],
    ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
    [
      'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
      '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
      '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
    ],
    [
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
  ])('%s is valid', (text, target) => {
    const isTest = text.startsWith('tb');
    const address = text.toLowerCase();
    const checked = checkAddress(text, 'BITCOIN', isTest ? 'test' : 'main');
    expect(checked).toEqual({ isValid: true, address, target });
    expect(checkAddress(text, 'BITCOIN', isTest ? 'main' : 'test')).toEqual(invalid);
    expect(checkAddress(text, 'LITECOIN', 'main')).toEqual(invalid);
  });

  // The list of invalid ones.
  test.each([
    'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
    // With the Kelvin sign for a K.
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7\u212aV8F3T4',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
    'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
    'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
    'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
    'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
    'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
    'bc1pw5dgrnzv',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
    'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
    'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
    'bc1gmk9yu',
  ])('%s is invalid', (text) => {
    const network = /^(?:tb|tc)/.test(text) ? 'test' : 'main';
    expect(checkAddress(text, 'BITCOIN', network)).toEqual(invalid);
  });
});

describe('an address in base58', () => {
  test.each([
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'BITCOIN', 'main'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'BITCOIN', 'main'],
    ['2Mww8dCYPUpKHofjgcXcBCEGmniw9CoaiD2', 'BITCOIN', 'test'],
    ['LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez', 'LITECOIN', 'main'],
    ['M7wtsL7wSHDBJVMWWhtQfTMSYYkyooAAXM', 'LITECOIN', 'main'],
    ['DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC', 'DOGECOIN', 'main'],
  ] as const)('%s is one of %s, %s, and of no other', (address, chain, network) => {
    expect(checkAddress(address, chain, network)).toMatchObject({ isValid: true, address });
    for (const other of ['BITCOIN', 'LITECOIN', 'DOGECOIN', 'TRON', 'ETHEREUM', 'TON'] as const) {
      if (other !== chain) expect(checkAddress(address, other, 'main')).toEqual(invalid);
    }
    expect(checkAddress(`${address.slice(0, -1)}x`, chain, network)).toEqual(invalid);
    expect(checkAddress(`${address} `, chain, network)).toEqual(invalid);
  });
});

describe('an address of an EVM chain', () => {
  test.each([
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
    '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
    '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
    // All capital, all small.
    '0x52908400098527886E0F7030069857D2E4169EE7',
    '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    '0xde709f2102306220921060314715629080e2fb77',
    '0x27b1fdb04752bbc536007a920d24acb045561c26',
  ])('of EIP-55 is valid: %s', (address) => {
    const target = address.toLowerCase();
    for (const chain of ['ETHEREUM', 'BINANCE_SMART_CHAIN'] as const) {
      expect(checkAddress(address, chain, 'main')).toEqual({ isValid: true, address, target });
      expect(checkAddress(target, chain, 'main')).toEqual({ isValid: true, address, target });
    }
  });

  test.each([
    ['a letter in the wrong case', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed'],
    ['a digit too few', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['a digit too many', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['no 0x', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['a letter that is no digit', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg'],
    ['no owner', `0x${'0'.repeat(40)}`],
  ])('is invalid with %s', (_, text) => {
    expect(checkAddress(text, 'ETHEREUM', 'main')).toEqual(invalid);
  });
});

describe("an address is valid as TRON's own library says:", () => {
  test.each([
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T',
    'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6',
    '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    'T',
  ])('%s', (text) => {
    expect(checkAddress(text, 'TRON', 'main').isValid).toBe(TronWeb.isAddress(text));
  });
});

describe('an address of TON', () => {
  const raw = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
  const theirs = Address.parse(raw);

  test('is shown as non-bounceable, whatever its form', () => {
    const address = theirs.toString({ bounceable: false });
    for (const text of [raw, address, theirs.toString(), theirs.toString({ urlSafe: false })]) {
      expect(checkAddress(text, 'TON', 'main')).toEqual({ isValid: true, address, target: raw });
    }
  });

  test('of the test network is invalid on the main one', () => {
    const text = theirs.toString({ testOnly: true });
    expect(checkAddress(text, 'TON', 'main')).toEqual(invalid);
    const address = theirs.toString({ bounceable: false, testOnly: true });
    expect(checkAddress(text, 'TON', 'test')).toEqual({ isValid: true, address, target: raw });
  });

  test('with a wrong checksum is invalid', () => {
    expect(checkAddress(theirs.toString().replace(/.$/, 'x'), 'TON', 'main')).toEqual(invalid);
  });
});
