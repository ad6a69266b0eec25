import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { checkWallet } from '@kassa/server';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDemoServer } from '../demo-server.ts';
import { parseSettings } from '../settings.ts';

const secret = 'whsec_dGhlIGRlbW8ncyBzZWNyZXQgb2YgdGhlIHRlc3Rz';
const player = { playerId: 'player-1', currency: 'EUR', country: 'de' };

let folder: string;
let demo: FastifyInstance;
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kassa-demo-'));
  await start();
});

afterEach(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  demo = await buildDemoServer(parseSettings({ KASSA_DATA: folder, DEMO_KASSA_SECRET: secret }));
  await demo.listen({ port: 0, host: '127.0.0.1' });
  url = `http://127.0.0.1:${(demo.server.address() as AddressInfo).port}/wallet`;
}

function signUp(currency = 'EUR') {
  const headers = { origin: 'http://localhost:4000' };
  return demo.inject({ method: 'POST', url: '/token', headers, payload: { ...player, currency } });
}

function check(currency = 'EUR') {
  const target = { url, secret, playerId: player.playerId, currency, timeoutMs: 5000 };
  return Array.fromAsync(checkWallet(target));
}

describe("the demo's wallet", () => {
  it.each(['EUR', 'JPY', 'KWD', 'BTC'])(
    'keeps every rule of the conformance suite in %s',
    async (currency) => {
      await signUp(currency);
      const results = await check(currency);
      expect(results.filter(({ isKept }) => !isKept)).toEqual([]);
      expect(results.length).toBeGreaterThan(20);
    },
  );

  it('knows after a restart what it answered before, also after one in the middle of a line', async () => {
    await signUp();
    const before = (await check()).filter(({ isKept }) => !isKept);
    expect(before).toEqual([]);
    const file = path.join(folder, 'demo', 'wallet.jsonl');
    const whole = await readFile(file, 'utf8');
    await demo.close();
    await appendFile(file, '{"transfer":{"operation":"cre');
    await start();
    expect(await readFile(file, 'utf8')).toBe(whole);
    expect((await check()).filter(({ isKept }) => !isKept)).toEqual([]);
  });
});
