import { expect, test } from 'vitest';
import { blockchains } from './blockchains.ts';
import { confirmationMinutesOf } from './confirmation-minutes.ts';
import type { Blockchain } from './entities/blockchain.ts';

test.each<[string | undefined, number]>([
  ['Bitcoin', 15],
  ['Monero', 10],
  ['Bitcoin Cash', 10],
  ['ERC-20', 10],
  ['TRC-20', 5],
  ['BEP-20', 5],
  ['Litecoin', 5],
  ['Dash', 5],
  ['Dogecoin', 5],
  ['Zcash', 5],
  ['Ripple', 3],
  ['Stellar', 3],
  ['TON', 10],
  ['Solana', 10],
  ['constructor', 10],
  [undefined, 10],
])('a payment on %s is confirmed after %i minutes (§9)', (network, minutes) => {
  expect(confirmationMinutesOf(network)).toBe(minutes);
});

test.each<[Blockchain, number]>([
  ['BITCOIN', 15],
  ['ETHEREUM', 10],
  ['TRON', 5],
  ['BINANCE_SMART_CHAIN', 5],
  ['LITECOIN', 5],
  ['TON', 10],
])('%s is known by a network of %i minutes', (blockchain, minutes) => {
  expect(confirmationMinutesOf(blockchains[blockchain].network)).toBe(minutes);
});
