import { describe, expect, test } from 'vitest';
import { ChainError } from '../chain-rail.ts';
import { buildCheckCoins, type TokenNode } from './check-coins.ts';

const coin = (currency: string, decimals: number, contract: string | null) => ({
  ...{ currency, decimals, contract, dust: '0' },
  shownContract: contract?.toUpperCase() ?? null,
});
const coins = new Map(
  [coin('BNB', 18, null), coin('USDT', 6, '0xa'), coin('USDC', 18, '0xb')].map((one) => [
    one.currency,
    one,
  ]),
);

/** A node that tells decimals by contract; with a fault, one that fails when asked for its tip. */
function playNode(told: Record<string, number>, fault: ChainError | null = null) {
  const asked: string[] = [];
  const node: TokenNode = {
    source: {
      tip: async () => {
        if (fault !== null) throw fault;
        return { height: 1, hash: '', minedAt: new Date(0) };
      },
    },
    askDecimals: async (contract) => {
      asked.push(contract);
      return told[contract] ?? null;
    },
  };
  return { node, asked };
}

const right = { '0xa': 6, '0xb': 18 };

test('the first node that answers decides, and its coin is asked nowhere', async () => {
  const [first, second] = [playNode(right), playNode({})];
  await buildCheckCoins([first.node, second.node], coins)();
  expect([first.asked, second.asked]).toEqual([['0xa', '0xb'], []]);
});

test('all tokens are named whose contracts tell other decimals, or none', async () => {
  const check = buildCheckCoins([playNode({ '0xa': 18 }).node, playNode(right).node], coins);
  await expect(check()).rejects.toMatchObject({
    reason: 'misconfigured',
    message:
      'USDT: its contract 0XA has 18 decimals; 6 are set; ' +
      'USDC: at 0XB no contract tells its decimals; 18 are set',
  });
});

describe('a node that does not answer', () => {
  const fault = new ChainError('wrongNetwork', 'the node serves another chain');

  test('leaves the question to the next', async () => {
    const lost = playNode({}, fault);
    await buildCheckCoins([lost.node, playNode(right).node], coins)();
    expect(lost.asked).toEqual([]);
  });

  test('is named if there is no other', async () => {
    const check = buildCheckCoins([playNode({}, fault).node], coins);
    await expect(check()).rejects.toBe(fault);
  });
});

test('without tokens no node is asked', async () => {
  const fault = new ChainError('unavailable', 'away');
  const own = new Map([['BNB', coin('BNB', 18, null)]]);
  await buildCheckCoins([playNode({}, fault).node], own)();
});
