import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { checkWallet } from '@kassa/server';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
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

function signUp(currency = 'EUR', playerId = player.playerId) {
  const headers = { origin: 'http://localhost:4000' };
  return demo.inject({
    method: 'POST',
    url: '/token',
    headers,
    payload: { ...player, playerId, currency },
  });
}

/** Sends a signed request to the wallet, like Kassa. */
async function ask(request: object) {
  const body = JSON.stringify(request);
  const sentAt = new Date();
  const headers = {
    'content-type': 'application/json',
    'webhook-id': 'one',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('one', sentAt, body),
  };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return answer.json();
}

describe("the demo's wallet", () => {
  it.each(['EUR', 'JPY', 'BTC'])(
    'keeps every rule of the conformance suite in %s',
    async (currency) => {
      await signUp(currency);
      await signUp(currency, 'player-2');
      const target = {
        url,
        secret,
        playerId: player.playerId,
        currency,
        brand: 'kassa',
        otherPlayerId: 'player-2',
        timeoutMs: 60_000,
      };
      const results = await Array.fromAsync(checkWallet(target));
      expect(results.filter(({ isKept }) => !isKept)).toEqual([]);
      expect(results.length).toBeGreaterThan(20);
    },
    60_000,
  );

  it('remembers its responses after a restart, also after a crash in the middle of a line', async () => {
    await signUp();
    const account = { playerId: player.playerId, currency: 'EUR' };
    const transfer = { ...account, amount: '0.30', subjectId: 'deposit-1' };
    const credit = { operation: 'credit', transferId: 'one', ...transfer };
    const hold = { operation: 'hold', transferId: 'two', ...transfer, amount: '0.10' };
    const tooMuch = { operation: 'hold', transferId: 'three', ...transfer, amount: '9' };
    for (const request of [credit, hold, tooMuch]) await ask(request);

    await demo.close();
    const file = path.join(folder, 'demo', 'wallet.jsonl');
    const whole = await readFile(file, 'utf8');
    await appendFile(file, '{"transfer":{"operation":"cre');
    await start();

    expect(await readFile(file, 'utf8')).toBe(whole);
    const balance = async () => (await ask({ operation: 'profile', ...account })).balance;
    expect(await balance()).toEqual({ amount: '0.2', currency: 'EUR' });
    expect(await ask(credit)).toEqual({ transferId: 'one', status: 'done' });
    expect((await ask(tooMuch)).error.code).toBe('insufficient');
    const release = { ...hold, operation: 'release', transferId: 'four', holdId: 'two' };
    expect(await ask(release)).toEqual({ transferId: 'four', status: 'done' });
    expect(await balance()).toEqual({ amount: '0.3', currency: 'EUR' });
  });
});
