import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { RegtestNode } from './node-process.ts';
import { startBcoin } from './start-bcoin.ts';
import { startLitecoind } from './start-litecoind.ts';

const txidsSchema = z.array(z.string());

describe.each([
  ['litecoind', startLitecoind, /^rltc1/],
  ['bcoin', startBcoin, /^bcrt1|^[mn]/],
] as const)('%s', (_name, start, addressForm) => {
  let node: RegtestNode;

  beforeAll(async () => {
    node = await start();
  });
  afterAll(() => node.stop());

  test('pays, mines and forgets blocks', async () => {
    const address = await node.newAddress();
    expect(address).toMatch(addressForm);
    const txid = await node.send(address, '1.5');
    expect(await node.rpc('getrawmempool')).toEqual([txid]);
    const [hash = ''] = await node.mine(1);
    expect(await node.rpc('getbestblockhash')).toBe(hash);
    expect(await node.rpc('getrawmempool')).toEqual([]);
    await node.invalidate(hash);
    expect(await node.rpc('getbestblockhash')).not.toBe(hash);
    const hashes = await node.mine(2);
    expect(await node.rpc('getbestblockhash')).toBe(hashes[1]);
  });

  test('is back with its blocks after a crash', async () => {
    const [hash = ''] = await node.mine(1);
    await node.kill();
    await expect(node.rpc('getblockcount')).rejects.toThrow();
    await node.restart();
    expect(await node.rpc('getbestblockhash')).toBe(hash);
    expect(txidsSchema.parse(await node.mine(1))).toHaveLength(1);
  });
});

test('says what to install', async () => {
  vi.stubEnv('PATH', '/nowhere');
  await expect(startLitecoind()).rejects.toThrow("install Debian's package litecoind");
});
