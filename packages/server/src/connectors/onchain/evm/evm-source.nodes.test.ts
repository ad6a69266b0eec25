import { type Anvil, startAnvil } from '@kassa/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChainBlock, ChainSource } from '../../chain-rail.ts';
import { buildAskDecimals } from './ask-decimals.ts';
import { buildEvmSource } from './evm-source.ts';
import { blockSchema, decode } from './schemas.ts';
import { sampleAddress } from './testing/chain-sample.ts';
import { deployBatcher, deployCollectible } from './testing/deploy-contracts.ts';
import { mayHoldTransfers } from './transfer-bloom.ts';

let anvil: Anvil;
let source: ChainSource;

beforeAll(async () => {
  anvil = await startAnvil({ chainId: 1 });
  source = buildSource(1);
});
afterAll(() => anvil.stop());

function buildSource(chainId: number) {
  const node = { url: anvil.url };
  return buildEvmSource({ blockchain: 'ETHEREUM', node, chainId, timeoutMs: 10_000 });
}

/** Mines one block with what waits, and reads it. */
async function mineBlock(): Promise<ChainBlock> {
  await anvil.mine();
  return readNewest();
}

async function readNewest(): Promise<ChainBlock> {
  const { height } = await source.tip();
  const [block] = await source.blocks(height, height);
  if (!block) throw new Error('There is no block');
  return block;
}

const alice = sampleAddress(0xa11ce);
const bob = sampleAddress(0xb0b);

describe('a real node', () => {
  test('is of one chain', async () => {
    await expect(buildSource(56).tip()).rejects.toMatchObject({ reason: 'wrongNetwork' });
    const { height, hash, minedAt } = await source.tip();
    await expect(source.hashAt(height)).resolves.toBe(hash);
    await expect(source.hashAt(height + 1)).resolves.toBeNull();
    expect(Math.abs(minedAt.getTime() - Date.now())).toBeLessThan(600_000);
  });

  test('tells the decimals of a token, and none where there is no contract', async () => {
    const askDecimals = buildAskDecimals({ url: anvil.url }, 10_000);
    expect(await askDecimals(anvil.token)).toBe(6);
    expect(await askDecimals(alice)).toBeNull();
    // It takes no call that it doesn't know.
    expect(await askDecimals((await deployBatcher(anvil)).address)).toBeNull();
  });

  test('shows coins and tokens of one block', async () => {
    const coins = await anvil.send({ to: alice, value: 10n ** 18n });
    const tokens = await anvil.sendToken(bob, 25_500_000n);
    const { transfers } = await mineBlock();
    expect(transfers).toMatchObject([
      { txid: coins, index: 'tx', target: alice, memo: null, contract: null, units: 10n ** 18n },
      {
        txid: tokens,
        index: 't0',
        target: bob,
        memo: null,
        contract: anvil.token,
        units: 25_500_000n,
      },
    ]);
    for (const transfer of transfers) await expect(source.hasMoved?.(transfer)).resolves.toBe(true);
  });

  test('shows each payment of a collective payout', async () => {
    const batcher = await deployBatcher(anvil);
    await anvil.sendToken(batcher.address, 1_000n);
    await anvil.mine();
    const txid = await batcher.payOut([
      { to: alice, units: 600n },
      { to: bob, units: 400n },
    ]);
    const { transfers } = await mineBlock();
    expect(transfers).toMatchObject([
      { txid, index: 't0', target: alice, units: 600n },
      { txid, index: 't1', target: bob, units: 400n },
    ]);
  });

  test('shows no transfer of a collectible', async () => {
    const collectible = await deployCollectible(anvil);
    await collectible.mint(alice);
    const block = await mineBlock();
    expect(block.transfers).toEqual([]);
    const logs = await anvil.rpc('eth_getLogs', { blockHash: block.hash });
    expect(logs).toMatchObject([{ topics: { length: 4 } }]);
  });

  test('tells a failed payment from one that moved', async () => {
    const txid = await anvil.send({ to: anvil.token, value: 5n, gas: 100_000 });
    const { transfers } = await mineBlock();
    const [transfer] = transfers;
    if (!transfer) throw new Error('There is no payment');
    expect(transfer).toMatchObject({ txid, target: anvil.token, units: 5n });
    await expect(source.hasMoved?.(transfer)).resolves.toBe(false);
  });

  test('fills the filter of logs as the source reads it', async () => {
    await anvil.sendToken(bob, 1n);
    const paid = await mineBlock();
    await anvil.send({ to: bob, value: 1n });
    const other = await mineBlock();
    const bloomOf = async ({ hash }: ChainBlock) => {
      const method = 'eth_getBlockByHash';
      return decode(blockSchema, await anvil.rpc(method, hash, true), method).logsBloom;
    };
    expect(mayHoldTransfers(await bloomOf(paid))).toBe(true);
    expect(mayHoldTransfers(await bloomOf(other))).toBe(false);
  });

  test('reads a long range in order', async () => {
    const { height } = await source.tip();
    const txids = [];
    for (const units of [1n, 2n, 3n]) {
      txids.push(await anvil.sendToken(alice, units));
      await anvil.mine(7);
    }
    const blocks = [
      ...(await source.blocks(height + 1, height + 20)),
      ...(await source.blocks(height + 21, height + 21)),
    ];
    expect(blocks.map((block) => block.height)).toEqual(
      Array.from({ length: 21 }, (_, offset) => height + 1 + offset),
    );
    for (const [position, block] of blocks.slice(1).entries()) {
      expect(block.parentHash).toBe(blocks[position]?.hash);
    }
    const found = blocks.flatMap(({ transfers }) => transfers.map(({ txid }) => txid));
    expect(found).toEqual(txids);
  });
});

describe('a reorganisation', () => {
  test('replaces hashes and moves or drops payments', async () => {
    const kept = await anvil.sendToken(alice, 11n);
    const dropped = await anvil.send({ to: bob, value: 12n });
    const before = await mineBlock();
    const coins = before.transfers.find(({ txid }) => txid === dropped);
    expect(before.transfers).toHaveLength(2);
    await anvil.mine(2);
    await anvil.reorganise(3, [kept]);
    await expect(source.hashAt(before.height)).resolves.not.toBe(before.hash);
    const [after] = await source.blocks(before.height, before.height);
    expect(after?.parentHash).toBe(before.parentHash);
    expect(after?.transfers).toMatchObject([{ txid: kept, index: 't0', units: 11n }]);
    if (!coins) throw new Error('The payment was not seen');
    await expect(source.hasMoved?.(coins)).rejects.toMatchObject({ reason: 'malformed' });
  });

  test('to another block makes an earlier look at its payments void', async () => {
    const txid = await anvil.send({ to: bob, value: 13n });
    const before = await mineBlock();
    await anvil.reorganise(1, [txid]);
    const after = await readNewest();
    const [earlier, later] = [before, after].map(({ transfers }) => transfers[0]);
    if (!earlier || !later) throw new Error('The payment was not seen');
    expect(later).toEqual(earlier);
    await expect(source.hasMoved?.(later)).resolves.toBe(true);
    await expect(source.hasMoved?.(earlier)).rejects.toMatchObject({ reason: 'malformed' });
  });
});

describe('a node that was killed', () => {
  test('is unavailable until it is back, with the same chain', async () => {
    const newest = await readNewest();
    await anvil.kill();
    await expect(source.tip()).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(source.blocks(1, 2)).rejects.toMatchObject({ reason: 'unavailable' });
    await anvil.restart();
    await expect(readNewest()).resolves.toEqual(newest);
    await anvil.send({ to: alice, value: 1n });
    await expect(mineBlock()).resolves.toMatchObject({ transfers: [{ units: 1n }] });
  });
});
