import type { Blockchain } from '@kassa/contract';
import { Address } from '@ton/core';
import { expect, test } from 'vitest';
import { toChainAddress } from './chain-address.ts';

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const witness = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const base58 = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const ton = Address.parse('0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe');
const wallet = ton.toString({ bounceable: false });

test.each<[Blockchain, string, string[]]>([
  [
    'ETHEREUM',
    evm,
    [
      evm.toLowerCase(),
      `0x${evm.slice(2).toUpperCase()}`,
      evm.toUpperCase(),
      `ethereum:${evm}`,
      ` ${evm} `,
    ],
  ],
  ['BINANCE_SMART_CHAIN', evm, [evm.toLowerCase(), evm.toUpperCase()]],
  [
    'BITCOIN',
    witness,
    [witness.toUpperCase(), `bitcoin:${witness}`, `BITCOIN:${witness.toUpperCase()}`],
  ],
  ['BITCOIN', base58, [`bitcoin:${base58}`, `${base58}\n`]],
  [
    'BITCOIN',
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    ['TB1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KXPJZSX'],
  ],
  [
    'LITECOIN',
    'LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez',
    ['litecoin:LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez'],
  ],
  ['TRON', tron, [`tron:${tron}`, ` ${tron}`]],
  [
    'TON',
    wallet,
    [
      ton.toRawString(),
      ton.toRawString().toUpperCase(),
      ton.toString(),
      ton.toString({ urlSafe: false }),
      ton.toString({ bounceable: false, urlSafe: false }),
      `ton://transfer/${wallet}`,
    ],
  ],
])('every spelling of an address of %s is %s', (blockchain, one, spellings) => {
  for (const spelling of [one, ...spellings]) {
    expect(toChainAddress(spelling, blockchain)).toBe(one);
  }
});

test.each<[string, Blockchain, string]>([
  ['a letter in the wrong case', 'ETHEREUM', evm.replace('Ae', 'aE')],
  ['an address in base58 in small', 'BITCOIN', base58.toLowerCase()],
  ['mixed cases', 'BITCOIN', witness.replace('q', 'Q')],
  ['an address of TRON in capitals', 'TRON', tron.toUpperCase()],
  ['a link with an amount', 'BITCOIN', `bitcoin:${witness}?amount=1`],
  ['the scheme of another chain', 'LITECOIN', `bitcoin:${base58}`],
  ['no address', 'TON', 'somebody'],
])('%s is no spelling', (_, blockchain, text) => {
  expect(toChainAddress(text, blockchain)).toBeNull();
});

test('the test network of TON has its own form', () => {
  const theirs = ton.toString({ bounceable: false, testOnly: true });
  expect(toChainAddress(ton.toString({ testOnly: true }), 'TON')).toBe(theirs);
  expect(theirs).not.toBe(wallet);
});
