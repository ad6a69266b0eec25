import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildDemoServer } from '../demo-server.ts';
import { parseSettings } from '../settings.ts';

const secret = 'whsec_dGhlIGRlbW8ncyBzZWNyZXQgb2YgdGhlIHRlc3Rz';
const own = { 'sec-fetch-site': 'same-origin' };

let folder: string;
let demo: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kassa-demo-'));
  demo = await buildDemoServer(parseSettings({ KASSA_DATA: folder, DEMO_KASSA_SECRET: secret }));
});

afterEach(async () => {
  await demo.close();
  await rm(folder, { recursive: true });
});

const event = (sequence: number, playerId = 'bob') => ({
  type: 'deposit.status',
  timestamp: '2026-11-21T12:00:00.000Z',
  brand: 'kassa',
  playerId,
  sequence,
  data: { status: 'created' },
});

function tell(id: string, body: unknown, by = secret) {
  const text = JSON.stringify(body);
  const sentAt = new Date();
  return demo.inject({
    method: 'POST',
    url: '/webhooks',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign(id, sentAt, text),
    },
    payload: text,
  });
}

describe('a webhook', () => {
  it('is accepted if it is signed, and rejected otherwise', async () => {
    expect((await tell('one', event(1))).statusCode).toBe(204);
    const foreign = 'whsec_bm9ib2R5IGhhcyB0aGlzIHNlY3JldCBhdCBhbGw=';
    expect((await tell('two', event(2), foreign)).statusCode).toBe(401);
    expect((await tell('three', { type: 'deposit.status' })).statusCode).toBe(400);
  });

  it('reaches the open page of its player, once', async () => {
    await demo.listen({ port: 0, host: '127.0.0.1' });
    const { port } = demo.server.address() as AddressInfo;
    const stream = await fetch(`http://127.0.0.1:${port}/webhooks?playerId=bob`, { headers: own });
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    await tell('one', event(1));
    await tell('one', event(1));
    await tell('other', event(1, 'ann'));
    await tell('two', event(2));
    // The stream ends with the server, so its text is complete.
    await demo.close();
    expect(await stream.text()).toBe(
      [event(1), event(2)].map((told) => `data: ${JSON.stringify(told)}\n\n`).join(''),
    );
  });

  it('is shown to its own page only', async () => {
    const url = '/webhooks?playerId=bob';
    expect((await demo.inject({ url })).statusCode).toBe(403);
    expect((await demo.inject({ url: '/webhooks?playerId=', headers: own })).statusCode).toBe(400);
  });
});

it('rejects webhooks without a secret', async () => {
  const silent = await buildDemoServer(parseSettings({ KASSA_DATA: folder }));
  const answer = await silent.inject({ method: 'POST', url: '/webhooks', payload: {} });
  expect(answer.statusCode).toBe(404);
  await silent.close();
});
