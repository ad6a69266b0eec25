import type { RegtestNode } from '@kassa/sandbox';
import { startBcoin, startLitecoind } from '@kassa/sandbox';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { findLitecoin } from '../../../../../../scripts/find-litecoin.mjs';
import { skipWithout } from '../../../../../../scripts/skip-without.ts';
import type { ChainSource } from '../../chain-rail.ts';
import { buildCoreSource } from './core-source.ts';

const { missing } = findLitecoin();
const nodes = [
  { name: 'litecoind', start: startLitecoind, missing, blockchain: 'LITECOIN', other: 'BITCOIN' },
  { name: 'bcoin', start: startBcoin, missing: [], blockchain: 'BITCOIN', other: 'LITECOIN' },
] as const;

for (const node of nodes) {
  const { isSkipped, reason } = skipWithout(node.missing);
  describe.skipIf(isSkipped)(`${node.name} on regtest${reason}`, () => testNode(node));
}

function testNode({ name, start, blockchain, other }: (typeof nodes)[number]): void {
  let node: RegtestNode;
  let source: ChainSource;
  const build = (change: { blockchain?: typeof other; password?: string; network?: 'main' } = {}) =>
    buildCoreSource({
      blockchain: change.blockchain ?? blockchain,
      network: change.network ?? 'regtest',
      node: { url: node.url, user: node.user, password: change.password ?? node.password },
      timeoutMs: 30_000,
    });

  beforeAll(async () => {
    node = await start();
    source = build();
  });
  afterAll(() => node?.stop());

  /** The script of an address, as the node itself says. */
  const targetOf = async (address: string) =>
    z.object({ scriptPubKey: z.string() }).parse(await node.rpc('validateaddress', [address]))
      .scriptPubKey;
  const sendAgain = async (raw: unknown, txid: string) => {
    await node.rpc('sendrawtransaction', [raw]);
    await expect.poll(() => source.isPending?.(txid)).toBe(true);
  };
  const newest = async () => {
    const { height } = await source.tip();
    const [block] = await source.blocks(height, height);
    if (!block) throw new Error(`There is no block ${height}`);
    return block;
  };

  test('tells its newest block, and no block after it', async () => {
    const [hash = ''] = await node.mine(1);
    const tip = await source.tip();
    expect(tip.hash).toBe(hash);
    expect(tip.minedAt.getTime()).toBeGreaterThan(Date.now() - 3_600_000);
    expect(await source.hashAt(tip.height)).toBe(hash);
    expect(await source.hashAt(tip.height + 1)).toBeNull();
  });

  test('is no node of another chain or network, and wants its password', async () => {
    await expect(build({ blockchain: other }).tip()).rejects.toMatchObject({
      reason: 'wrongNetwork',
    });
    await expect(build({ network: 'main' }).tip()).rejects.toMatchObject({
      reason: 'wrongNetwork',
    });
    await expect(build({ password: 'wrong' }).tip()).rejects.toMatchObject({
      reason: 'misconfigured',
    });
  });

  test('has two payments wait, then in one block', async () => {
    await source.pending?.();
    const addresses = [await node.newAddress(), await node.newAddress()];
    const [first = '', second = ''] = await Promise.all(addresses.map(targetOf));
    const txids = [
      await node.send(addresses[0] ?? '', '1.5'),
      await node.send(addresses[1] ?? '', '0.12345678'),
    ];
    const expected = [
      expect.objectContaining({ txid: txids[0], target: first, units: 150_000_000n }),
      expect.objectContaining({ txid: txids[1], target: second, units: 12_345_678n }),
    ];
    const waiting = await source.pending?.();
    expect(waiting?.transfers).toEqual(expect.arrayContaining(expected));
    expect(await source.pending?.()).toEqual({ transfers: [], spends: [] });
    expect(await source.isPending?.(txids[0] ?? '')).toBe(true);

    const [hash] = await node.mine(1);
    const block = await newest();
    expect(block.hash).toBe(hash);
    expect(block.transfers).toEqual(expect.arrayContaining(expected));
    expect(block.spends).toEqual(expect.arrayContaining(waiting?.spends ?? []));
    expect(await source.isPending?.(txids[0] ?? '')).toBe(false);
    expect(await source.pending?.()).toEqual({ transfers: [], spends: [] });
  });

  test('reads a range from the first block on', async () => {
    const blocks = await source.blocks(0, source.batchSize - 1);
    expect(blocks.map(({ height }) => height)).toEqual(blocks.map((_, index) => index));
    expect(blocks.at(1)?.parentHash).toBe(blocks.at(0)?.hash);
    expect(blocks.at(1)?.transfers.map(({ units }) => units)).toEqual([5_000_000_000n]);
  });

  test('puts a payment into another block after a reorganisation', async () => {
    const txid = await node.send(await node.newAddress(), '2');
    const raw = await node.rpc('getrawtransaction', [txid]);
    const [hash = ''] = await node.mine(1);
    const before = await newest();
    expect(before.transfers).toContainEqual(expect.objectContaining({ txid }));
    await node.invalidate(hash);
    expect(await source.hashAt(before.height)).toBeNull();
    expect((await source.tip()).hash).toBe(before.parentHash);
    // Core puts it back among the waiting ones; bcoin drops it, until its sender sends it again.
    expect(await source.isPending?.(txid)).toBe(name === 'litecoind');
    if (name === 'bcoin') await sendAgain(raw, txid);
    expect((await source.pending?.())?.transfers).toContainEqual(expect.objectContaining({ txid }));

    const hashes = await node.mine(2);
    const after = await source.blocks(before.height, before.height + 1);
    expect(after.map((block) => block.hash)).toEqual(hashes);
    expect(after[0]?.parentHash).toBe(before.parentHash);
    expect(after[0]?.transfers).toContainEqual(expect.objectContaining({ txid }));
  });

  // bcoin replaces no waiting transaction, and Bitcoin has no MWEB.
  if (name === 'litecoind') {
    test('replaces a payment by one of the same output', async () => {
      const txid = await node.send(await node.newAddress(), '0.5');
      const before = await source.pending?.();
      const [spent] = before?.spends.filter(({ spentBy }) => spentBy === txid) ?? [];
      const answer = await node.rpc('bumpfee', [txid]);
      const replacement = z.object({ txid: z.string() }).parse(answer).txid;
      const after = await source.pending?.();
      expect(after?.spends).toContainEqual({ ...spent, spentBy: replacement });
      expect(await source.isPending?.(txid)).toBe(false);
      await node.mine(1);
      expect((await newest()).spends).toContainEqual({ ...spent, spentBy: replacement });
    });

    test('has a payment into MWEB, whose own parts are skipped', async () => {
      const { height } = await source.tip();
      await node.mine(433 - height);
      const hidden = z.string().parse(await node.rpc('getnewaddress', ['', 'mweb']));
      const into = await node.send(hidden, '3');
      await source.pending?.();
      await node.mine(1);
      const block = await newest();
      expect(block.transfers).toContainEqual(expect.objectContaining({ txid: into }));
      // The last transaction of a block carries what is in MWEB on.
      expect(block.spends.length).toBeGreaterThan(1);
    });
  }

  test('is away, then back with its blocks', async () => {
    const tip = await source.tip();
    await node.kill();
    await expect(source.tip()).rejects.toMatchObject({ reason: 'unavailable' });
    await expect(source.blocks(1, 2)).rejects.toMatchObject({ reason: 'unavailable' });
    await node.restart();
    expect(await source.tip()).toEqual(tip);
    await node.mine(1);
    expect((await source.tip()).height).toBe(tip.height + 1);
  });
}
