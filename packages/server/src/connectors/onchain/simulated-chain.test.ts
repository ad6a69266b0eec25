import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { p2wpkh, Transaction } from '@scure/btc-signer';
import { pubECDSA, randomPrivateKeyBytes } from '@scure/btc-signer/utils.js';
import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ChainSource } from '../chain-rail.ts';
import { factory } from './connector.ts';
import { buildEvmSource } from './evm/evm-source.ts';
import { connectCoreWallet } from './payout/core-wallet.ts';
import { buildTonSource } from './ton/ton-source.ts';
import { buildTronSource } from './tron/tron-source.ts';
import { buildCoreSource } from './utxo/core-source.ts';

/*
 * The sandbox's simulated chains are read by the same clients as real nodes: what a demo player
 * sends there is what Kassa sees.
 */

const timeoutMs = 10_000;

let sandbox: Sandbox;
beforeAll(async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'kassa-chains-'));
  sandbox = await startSandbox({ port: 0, apiKey: 'key', webhookSecret: 'secret', dataFolder });
});
afterAll(() => sandbox.close());

/** Presses a button of the page of a chain. */
async function press(chain: string, action: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/chains/${chain}`, {
    method: 'POST',
    body: new URLSearchParams({ ...fields, action }),
  });
  expect(response.status).toBe(200);
}

const nodeOf = (chain: string, path: string) => ({ url: `${sandbox.url}/chains/${chain}${path}` });

async function readNewest(source: ChainSource) {
  const { height } = await source.tip();
  const [block] = await source.blocks(height, height);
  return block;
}

const evmAddress = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const tronAddress = 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH';

const accountKey =
  'xpub6DCoCpSuQZB2jawqnGMEPS63ePKWkwWPH4TU45Q7LPXWuNd8TMtVxRrgjtEshuqpK3mdhaWHPFsBngh5GFZaM6si3yZdUsT8ddYM3PwnATt';

const tonAddress = '0QDSf4e_N8bfpbpqblcP4xqbTXd2KCZpoMFEFrwd4qKDnTWB';
const rawTonAddress = '0:d27f87bf37c6dfa5ba6a6e570fe31a9b4d7776282669a0c14416bc1de2a2839d';
const rawJetton = '0:2f2731351d9f2877388e4ddbe9adc74b40d639e6703a374f4d28033a7f966943';

interface Case {
  chain: string;
  build: () => ChainSource;
  address: string;
  target: string;
  coin: string;
  contract: string;
  index: { coin: string; token: string };
  units: { coin: bigint; token: bigint };
}

const cases: Case[] = [
  ...(['ETHEREUM', 'BINANCE_SMART_CHAIN'] as const).map((chain) => ({
    chain,
    build: () =>
      buildEvmSource({
        blockchain: chain,
        node: nodeOf(chain, '/rpc'),
        chainId: chain === 'ETHEREUM' ? 31_337 : 31_356,
        timeoutMs,
      }),
    address: evmAddress,
    target: evmAddress.toLowerCase(),
    coin: chain === 'ETHEREUM' ? 'ETH' : 'BNB',
    contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3',
    index: { coin: 'tx', token: 't0' },
    units: {
      coin: 1_500_000_000_000_000_000n,
      token: chain === 'ETHEREUM' ? 1_500_000n : 1_500_000_000_000_000_000n,
    },
  })),
  {
    chain: 'TRON',
    build: () => buildTronSource({ node: nodeOf('TRON', ''), network: 'test', timeoutMs }),
    address: tronAddress,
    target: tronAddress,
    coin: 'TRX',
    contract: 'TEGXiCSHLK3aQoHUc8uhV2gfPDp3mjiAAr',
    index: { coin: 'tx', token: 't0' },
    units: { coin: 1_500_000n, token: 1_500_000n },
  },
  {
    chain: 'TON',
    build: () => buildTon([rawJetton]),
    address: tonAddress,
    target: rawTonAddress,
    coin: 'TON',
    contract: rawJetton,
    index: { coin: 'in', token: 'jetton' },
    units: { coin: 1_500_000_000n, token: 1_500_000n },
  },
];

function buildTon(jettons: string[]) {
  const address = rawTonAddress;
  return buildTonSource({ node: nodeOf('TON', ''), network: 'test', address, jettons, timeoutMs });
}

describe.each(cases)('the simulated $chain', (one) => {
  const { chain, address, target, coin, contract, index, units } = one;
  let source: ChainSource;
  beforeAll(() => {
    source = one.build();
  });

  it('has a tip that is the last of its linked blocks', async () => {
    await press(chain, 'mine', { count: '3' });
    const tip = await source.tip();
    const blocks = await source.blocks(tip.height - 4, tip.height);
    expect(blocks.at(-1)).toMatchObject(tip);
    expect(await source.hashAt(tip.height)).toBe(tip.hash);
    expect(await source.hashAt(tip.height + 1)).toBeNull();
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(
      blocks.slice(0, -1).map(({ hash }) => hash),
    );
  });

  it('shows a payment of the coin and one of a token', async () => {
    await press(chain, 'send', { address, currency: coin, amount: '1.5' });
    await press(chain, 'send-mine', { address, currency: 'USDT', amount: '1.5' });
    const transfers = (await readNewest(source))?.transfers ?? [];
    const shared = { txid: expect.any(String), target, memo: null };
    const expected = [
      { ...shared, index: index.coin, contract: null, units: units.coin },
      { ...shared, index: index.token, contract, units: units.token },
    ].map((each) => expect.objectContaining(each));
    expect(transfers).toEqual(expect.arrayContaining(expected));
    expect(transfers).toHaveLength(2);
    expect(await Promise.all(transfers.map((each) => source.hasMoved?.(each) ?? true))).toEqual([
      true,
      true,
    ]);
  });

  it('shows no payment that fails', async () => {
    const fields = { address, amount: '1.5', outcome: 'fails' };
    await press(chain, 'send', { ...fields, currency: coin });
    await press(chain, 'send-mine', { ...fields, currency: 'USDT' });
    const transfers = (await readNewest(source))?.transfers ?? [];
    const moved = await Promise.all(transfers.map((each) => source.hasMoved?.(each) ?? true));
    expect(moved).not.toContain(true);
  });

  it('moves a payment to another block when it is reorganised', async () => {
    await press(chain, 'send-mine', { address, currency: 'USDT', amount: '0.25' });
    const before = await readNewest(source);
    await press(chain, 'reorganise', { depth: '1', fate: 'again' });
    const height = before?.height ?? 0;
    const [after] = await source.blocks(height, height);
    expect(after?.hash).not.toBe(before?.hash);
    expect(after?.parentHash).toBe(before?.parentHash);
    expect(after?.transfers).toEqual(before?.transfers);
  });
});

describe.each([
  ['ETHEREUM', '/rpc', 6, { chainId: 31_337 }, '0x5FbDB2315678afecb367f032d93F642f64180aa3'],
  [
    'BINANCE_SMART_CHAIN',
    '/rpc',
    18,
    { chainId: 31_356 },
    '0x5FbDB2315678afecb367f032d93F642f64180aa3',
  ],
  ['TRON', '', 6, { network: 'test' }, 'TEGXiCSHLK3aQoHUc8uhV2gfPDp3mjiAAr'],
] as const)('the simulated %s', (chain, path, decimals, network, contract) => {
  const check = (set: number, token: string = contract) => {
    const tokens = { USDT: { contract: token, decimals: set } };
    const settings = { xpub: accountKey, ...network, tokens, nodes: [nodeOf(chain, path)] };
    const built = factory.build({ chains: { [chain]: settings } });
    if ('problems' in built) throw new Error(JSON.stringify(built.problems));
    return built.rails?.[0]?.checkCoins?.();
  };

  it('confirms the decimals of a token', async () => {
    await check(decimals);
  });

  it('contradicts others, and has no other token', async () => {
    await expect(check(8)).rejects.toMatchObject({
      reason: 'misconfigured',
      message: `USDT: its contract ${contract} has ${decimals} decimals; 8 are set`,
    });
    const other = chain === 'TRON' ? tronAddress : evmAddress;
    await expect(check(decimals, other)).rejects.toMatchObject({
      reason: 'misconfigured',
      message: `USDT: at ${other} no contract tells its decimals; ${decimals} are set`,
    });
  });
});

describe('the simulated TON', () => {
  it.each(['TON', 'USDT'])('brings the comment of a payment in %s', async (currency) => {
    const memo = 'kassa 42 ✓';
    await press('TON', 'send-mine', { address: tonAddress, currency, amount: '2', memo });
    expect((await readNewest(buildTon([rawJetton])))?.transfers).toMatchObject([{ memo }]);
  });

  it('shows a jetton that nobody accepts by its notification', async () => {
    await press('TON', 'send-mine', { address: tonAddress, currency: 'USDT', amount: '2' });
    const block = await readNewest(buildTon([]));
    expect(block?.transfers).toMatchObject([{ contract: rawJetton, units: 2_000_000n }]);
  });
});

describe.each([
  ['BITCOIN', 'BTC', 'bcrt1qcr8te4kr609gcawutmrza0j4xv80jy8zeqchgx'],
  ['LITECOIN', 'LTC', 'rltc1qcr8te4kr609gcawutmrza0j4xv80jy8z8dz7lc'],
  ['DOGECOIN', 'DOGE', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
] as const)('the simulated %s', (chain, currency, address) => {
  let source: ChainSource;
  beforeAll(() => {
    source = buildCoreSource({
      blockchain: chain,
      node: nodeOf(chain, '/rpc'),
      network: 'regtest',
      timeoutMs,
    });
  });
  const payment = { address, currency, amount: '0.25' };
  const units = 25_000_000n;
  const mine = async () => {
    await press(chain, 'mine-one');
    return readNewest(source);
  };

  it('has a tip that is the last of its linked blocks', async () => {
    await press(chain, 'mine', { count: '3' });
    const tip = await source.tip();
    const blocks = await source.blocks(tip.height - 4, tip.height);
    expect(blocks.at(-1)).toMatchObject(tip);
    expect(await source.hashAt(tip.height + 1)).toBeNull();
  });

  it('shows a payment that waits, and then in its block', async () => {
    await press(chain, 'send', payment);
    const [waiting] = (await source.pending?.())?.transfers ?? [];
    expect(waiting).toMatchObject({ index: '0', memo: null, contract: null, units });
    expect(await source.isPending?.(waiting?.txid ?? '')).toBe(true);
    const block = await mine();
    expect(block?.transfers).toContainEqual(waiting);
    expect(await source.isPending?.(waiting?.txid ?? '')).toBe(false);
  });

  it('shows that a replacement spends the same money', async () => {
    await press(chain, 'send', payment);
    const before = await source.pending?.();
    const [old] = before?.spends ?? [];
    await press(chain, 'replace', { txid: old?.spentBy ?? '' });
    const after = await source.pending?.();
    expect(after?.spends).toMatchObject([{ txid: old?.txid, index: old?.index }]);
    expect(after?.spends[0]?.spentBy).not.toBe(old?.spentBy);
    expect(await source.isPending?.(old?.spentBy ?? '')).toBe(false);
    await mine();
  });

  it('spends the money of a payment elsewhere that a reorganisation has undone', async () => {
    await press(chain, 'send', payment);
    const before = await mine();
    await press(chain, 'reorganise', { depth: '1', fate: 'never' });
    const height = before?.height ?? 0;
    const [after] = await source.blocks(height, height);
    expect(after?.hash).not.toBe(before?.hash);
    const [lost, spent] = [before?.spends[0], after?.spends[0]];
    expect(spent).toMatchObject({ txid: lost?.txid, index: lost?.index });
    expect(spent?.spentBy).not.toBe(lost?.spentBy);
  });
});

it('tells what the wallet of the demo has paid to others, and since when', async () => {
  const wallet = connectCoreWallet(nodeOf('BITCOIN', '/rpc'), null, timeoutMs);
  // The last of anvil's accounts, whose key everybody knows.
  const phrase = `${'test '.repeat(11)}junk`;
  const key = mnemonicToAccount(phrase, { addressIndex: 9 }).getHdKey().privateKey;
  if (!key) throw new Error('A phrase has a private key');
  const [output] = await wallet.listOutputs('bcrt1q4flvw0x8fstzly79tacgsulxvkpv858qhhuvty');
  if (output === undefined) throw new Error('The wallet has outputs');
  const { txid, vout: index, units: amount } = output;
  const { script } = p2wpkh(pubECDSA(key));
  const transaction = new Transaction();
  transaction.addInput({ txid, index, witnessUtxo: { script, amount } });
  transaction.addOutput({
    script: p2wpkh(pubECDSA(randomPrivateKeyBytes())).script,
    amount: 7_000n,
  });
  transaction.addOutput({ script, amount: amount - 9_000n });
  transaction.sign(key);
  transaction.finalize();
  expect(await wallet.listSent(new Date(0))).toEqual([]);
  expect(await wallet.send(transaction.hex, transaction.id)).toBe(true);
  expect(await wallet.listSent(new Date(0))).toEqual([{ txid: transaction.id, units: 7_000n }]);
  expect(await wallet.listSent(new Date(Date.now() + 60_000))).toEqual([]);
});
