import { blockchains } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import { ChainError } from '../../chain-rail.ts';
import type { HotWallet, SignedPayout } from '../../hot-wallet.ts';
import type { CoreWallet } from './core-wallet.ts';
import { buildEvmWallet } from './evm-wallet.ts';
import { buildUtxoWallet } from './utxo-wallet.ts';

/* What several nodes show of a payout, where one of them says that it is displaced or has failed. */

const tip = { height: 1_000, hash: '0xblock', minedAt: new Date(0) };
const source = {
  host: 'node.example',
  tip: async () => tip,
  hashAt: async () => `0x${'b'.repeat(64)}`,
};
const away = async () => {
  throw new ChainError('unavailable', 'it is away');
};
const settings = {
  signer: { sign: away },
  dailyCap: {},
  feeCap: '1',
  stuckMs: 600_000,
};
const coinOf = (currency: string, decimals: number) => ({
  currency,
  contract: null,
  shownContract: null,
  decimals,
  dust: '0',
});

type Answers = Record<string, unknown>;
const player = `0x${'d'.repeat(40)}`;
const receiptOf = (status: string, block = 'b') => ({
  blockHash: `0x${block.repeat(64)}`,
  blockNumber: '0x3e0',
  status,
  gasUsed: '0x5208',
  effectiveGasPrice: '0x1',
  logs: [],
});
const evmSays: Record<string, Answers> = {
  displaced: { eth_getTransactionReceipt: null, eth_getTransactionCount: '0x5' },
  waiting: { eth_getTransactionReceipt: null, eth_getTransactionCount: '0x4' },
  failed: { eth_getTransactionReceipt: receiptOf('0x0') },
  mined: {
    eth_getTransactionReceipt: receiptOf('0x1'),
    eth_getTransactionByHash: { to: player, value: '0x7' },
  },
  moved: { eth_getTransactionReceipt: receiptOf('0x0', 'c') },
};
/** The newest block of a node; by default the same of all. */
const tips: Record<string, number> = { behind: 991, late: 995 };
Object.assign(evmSays, { behind: evmSays.waiting, late: evmSays.failed });

function evmWallet(says: readonly string[]): HotWallet {
  return buildEvmWallet({
    ...settings,
    blockchain: 'ETHEREUM',
    chainId: 1,
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    coins: new Map([['ETH', coinOf('ETH', 18)]]),
    paysContracts: false,
    nodes: says.map((word) => ({
      source: { ...source, tip: async () => ({ ...tip, height: tips[word] ?? tip.height }) },
      client: {
        call: async (method: string) => (word === 'away' ? away() : evmSays[word]?.[method]),
      } as never,
    })),
  });
}

const transactions = [{ txid: `0x${'a'.repeat(64)}`, raw: '0x', fee: 1n }];
const evmPayout: SignedPayout = {
  reservation: { nonce: 4, inputs: [] },
  transactions,
  target: player,
  contract: null,
};

const depth = blockchains.BITCOIN.confirmations;
const coreSays: Record<string, Awaited<ReturnType<CoreWallet['findTransaction']>>> = {
  displaced: { confirmations: -depth, blockHash: null, hex: '' },
  waiting: { confirmations: 0, blockHash: null, hex: '' },
  shallow: { confirmations: 1 - depth, blockHash: null, hex: '' },
  unknown: null,
};

function utxoWallet(says: readonly string[]): HotWallet {
  return buildUtxoWallet({
    ...settings,
    blockchain: 'BITCOIN',
    network: 'main',
    address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    coins: new Map([['BTC', coinOf('BTC', 8)]]),
    nodes: says.map((word) => ({
      source,
      client: {
        findTransaction: async () => (word === 'away' ? away() : (coreSays[word] ?? null)),
      } as never,
    })),
  });
}

describe('a payout that the first node calls displaced', () => {
  test.each([
    ['displaced', ['displaced']],
    ['displaced', ['displaced', 'displaced']],
    ['displaced', ['displaced', 'away']],
    ['displaced', ['away', 'displaced']],
    ['waiting', ['displaced', 'waiting']],
    ['waiting', ['displaced', 'moved']],
    ['waiting', ['moved', 'displaced']],
    ['waiting', ['displaced', 'away', 'waiting']],
    ['mined', ['displaced', 'waiting', 'mined']],
    ['waiting', ['displaced', 'failed']],
  ])('on Ethereum is %s if the nodes say %j', async (kind, says) => {
    const { found } = await evmWallet(says).find(evmPayout);
    expect(found.kind).toBe(kind);
  });

  test.each([
    ['displaced', ['displaced']],
    ['displaced', ['displaced', 'unknown']],
    ['displaced', ['displaced', 'away']],
    ['waiting', ['unknown', 'displaced']],
    ['waiting', ['displaced', 'waiting']],
    ['waiting', ['displaced', 'shallow']],
  ])('on Bitcoin is %s if the nodes say %j', async (kind, says) => {
    const payout = { ...evmPayout, reservation: { nonce: null, inputs: [] } };
    const { found } = await utxoWallet(says).find(payout);
    expect(found.kind).toBe(kind);
  });
});

describe('a payout that the first node calls failed', () => {
  test.each([
    ['mined', ['failed']],
    ['mined', ['failed', 'failed']],
    ['mined', ['failed', 'away']],
    ['waiting', ['failed', 'mined']],
    ['waiting', ['failed', 'waiting']],
    ['waiting', ['failed', 'displaced']],
  ])('is %s if the nodes say %j', async (kind, says) => {
    const { found } = await evmWallet(says).find(evmPayout);
    expect(found.kind).toBe(kind);
  });

  test.each([
    ['one that has not read its block', 'behind', 991],
    ['one that has read less after it', 'late', 995],
    ['one that contradicts itself', 'moved', 0],
  ])('has the confirmations of all nodes, also of %s', async (_, word, tipHeight) => {
    const state = await evmWallet(['failed', word]).find(evmPayout);
    expect(state).toMatchObject({ tipHeight, found: { kind: 'mined', moved: null } });
  });
});
