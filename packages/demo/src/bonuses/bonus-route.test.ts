import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bonusSchema } from '@kassa/contract';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bonusPresets } from '../choices.ts';
import { buildDemoServer } from '../demo-server.ts';
import { parseSettings } from '../settings.ts';
import type { OperatorBonus } from './operator-bonus.ts';

const headers = { origin: 'http://localhost:4000' };
/** The requests to Kassa's operator API, as "POST /players {…}". */
const asked: { origin: string; line: string; key: string | null; body: Record<string, unknown> }[] =
  [];
let bonuses: OperatorBonus[];
let folder: string;
let demo: FastifyInstance;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kassa-demo-'));
  asked.length = 0;
  bonuses = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => answer(address, init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await demo.close();
  await rm(folder, { recursive: true });
});

/** Stands in for Kassa's operator API. */
function answer(address: string, init: RequestInit): Response {
  const url = new URL(address);
  const body = JSON.parse(String(init.body ?? '{}'));
  const given = new Headers(init.headers);
  const line = `${init.method} ${url.pathname}`;
  asked.push({ origin: url.origin, line, key: given.get('authorization'), body });
  if (line === 'GET /operator/v1/players/ada/bonuses') return Response.json({ items: bonuses });
  if (line === 'POST /operator/v1/players') return Response.json({ id: 'p', player: 'ada' });
  const bonus = { ...empty, ...body, id: `kassa-${bonuses.length}`, status: 'offered' };
  bonuses.push(bonus);
  return Response.json(bonus);
}

const empty = {
  subtitle: null,
  percent: null,
  maxBonusAmount: null,
  spins: null,
  maxSpinWin: null,
  games: [],
  wagerMultiplier: null,
  payoutMultiplier: null,
  onWithdrawal: 'forfeited',
};

const operatorUrl = 'http://operator.internal:8090';
const withKey = { DEMO_OPERATOR_KEY: 'a-key', OPERATOR_URL: operatorUrl };

async function start(environment: NodeJS.ProcessEnv = withKey) {
  demo = await buildDemoServer(parseSettings({ KASSA_DATA: folder, ...environment }));
}

const ask = (preset: string, by: Record<string, string> = headers) =>
  demo.inject({
    method: 'POST',
    url: '/bonuses',
    headers: by,
    payload: { playerId: 'ada', currency: 'EUR', preset },
  });

it('has the player’s currency and language', async () => {
  await start();
  const payload = { playerId: 'ada', currency: 'INR', locale: 'hi', preset: 'deposit' };
  const { bonuses: offered } = (
    await demo.inject({ method: 'POST', url: '/bonuses', headers, payload })
  ).json();
  expect(offered[0].bonus).toMatchObject({
    currency: 'INR',
    content: { title: 'आपके जमा पर 100%', subtitle: '₹20,000 तक' },
    depositBonusData: { minDeposit: '2000', maxBonusAmount: '20000' },
  });
  expect(bonuses[0]).toMatchObject({ title: 'आपके जमा पर 100%', minDeposit: '2000' });
  // The same offer, after the player has chosen another language.
  const again = await demo.inject({
    method: 'POST',
    url: '/bonuses',
    headers,
    payload: { ...payload, locale: 'pt' },
  });
  expect(again.json().bonuses[0].bonus).toMatchObject({
    id: offered[0].bonus.id,
    content: { title: '100% do seu depósito' },
  });
});

const offersMade = () =>
  asked.filter(({ line }) => line === 'POST /operator/v1/players/ada/bonuses').length;

it.each(bonusPresets)('offers bonuses of the contract that Kassa has too: %s', async (preset) => {
  await start();
  const { bonuses: offered } = (await ask(preset)).json();
  for (const { bonus } of offered) {
    expect(bonusSchema.safeParse(bonus).success).toBe(true);
    expect(bonuses.map(({ id }) => id)).toContain(bonus.id);
    expect(bonus.currency).toBe('EUR');
  }
  expect(offered.length).toBe(offersMade());
  expect(asked.every(({ key }) => key === 'Bearer a-key')).toBe(true);
  expect(asked.every(({ origin }) => origin === operatorUrl)).toBe(true);
});

it('keeps an open bonus, and offers a used one again', async () => {
  await start();
  const first = (await ask('both')).json();
  expect((await ask('both')).json()).toEqual(first);
  expect(offersMade()).toBe(2);
  bonuses = bonuses.map((bonus) => ({ ...bonus, status: 'accrued' }));
  expect((await ask('both')).json()).not.toEqual(first);
  expect(offersMade()).toBe(4);
});

it('offers nothing without a key, and gives the reason', async () => {
  await start({});
  const response = await ask('both');
  expect(response.statusCode).toBe(503);
  expect(response.json().error.message).toContain('DEMO_OPERATOR_KEY');
});

it("passes on Kassa's error, and never the key", async () => {
  await start();
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'key.unknown', message: 'No such key.' } }, { status: 401 }),
  );
  const response = await ask('both');
  expect(response.statusCode).toBe(502);
  expect(response.json().error.message).toContain('401: No such key.');
  expect(response.body).not.toContain('a-key');
});

it('serves its own page only', async () => {
  await start();
  expect((await ask('both', { origin: 'https://evil.example' })).statusCode).toBe(403);
  expect((await ask('all')).statusCode).toBe(400);
  expect(asked).toEqual([]);
});
