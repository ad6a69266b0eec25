import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildDemoServer } from '../demo-server.ts';
import { parseSettings } from '../settings.ts';

const headers = { origin: 'http://localhost:4000' };
let folder: string;
let demo: FastifyInstance;
/** The acts at Kassa's operator API, as "corrections 1 QSC debit". */
let acts: string[];
let wagered: string;
let entries: string[];
let refusal: { status: number; code: string } | null;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'kassa-demo-'));
  acts = [];
  wagered = '0';
  entries = [];
  refusal = null;
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => answer(address, init));
});

afterEach(async () => {
  vi.unstubAllGlobals();
  await demo.close();
  await rm(folder, { recursive: true });
});

/** Stands in for Kassa's operator API. */
function answer(address: string, init: RequestInit): Response {
  const { pathname } = new URL(address);
  if (init.method === 'GET') {
    const turnover = [{ currency: 'QSC', total: wagered }];
    return Response.json({ turnover, coinGrants: entries.map((entry) => ({ entry })) });
  }
  const { reason, ...act } = JSON.parse(String(init.body ?? '{}'));
  if (refusal !== null && pathname.endsWith('corrections')) {
    const { status, code } = refusal;
    return Response.json({ error: { code, message: 'No.' } }, { status });
  }
  acts.push([pathname.split('/').at(-1), ...Object.values(act)].join(' '));
  if (act.total !== undefined) wagered = act.total;
  if (act.entry !== undefined) entries.push(act.entry);
  return Response.json({});
}

async function start(environment: NodeJS.ProcessEnv = { DEMO_OPERATOR_KEY: 'a-key' }) {
  const site = { KASSA_DATA: folder, DEMO_SITE: 'lagoon' };
  demo = await buildDemoServer(parseSettings({ ...site, ...environment }));
}

const ask = (url: string, payload: object, by: Record<string, string> = headers) =>
  demo.inject({ method: 'POST', url, headers: by, payload });

const round = { playerId: 'ada', game: 'tide', coin: 'QSC' };

it('takes the stake, reports it as played, and pays every second round', async () => {
  await start();
  wagered = '4.5';
  expect((await ask('/play', round)).json()).toEqual({ won: '2' });
  expect((await ask('/play', round)).json()).toEqual({ won: '0' });
  expect(acts).toEqual([
    'corrections debit 1 QSC',
    'turnover QSC 5.5',
    'corrections credit 2 QSC',
    'corrections debit 1 QSC',
    'turnover QSC 6.5',
  ]);
  // Gold coins have rounds of their own.
  expect((await ask('/play', { ...round, coin: 'QGC' })).json()).toEqual({ won: '20000' });
});

it('plays rounds one after the other', async () => {
  await start();
  const rounds = await Promise.all([ask('/play', round), ask('/play', round)]);
  expect(rounds.map((one) => one.json().won)).toEqual(['2', '0']);
  expect(wagered).toBe('2');
});

it('pays nothing without the stake, or if Kassa refuses', async () => {
  await start();
  refusal = { status: 409, code: 'correction.aboveBalance' };
  const tooFew = await ask('/play', round);
  expect([tooFew.statusCode, tooFew.json().error.code]).toEqual([409, 'coins.tooFew']);
  refusal = { status: 403, code: 'key.scope' };
  const refused = await ask('/play', round);
  expect([refused.statusCode, refused.json().error.code]).toEqual([502, 'server.refused']);
  expect(acts).toEqual([]);
});

it('gives one free entry a day', async () => {
  await start();
  expect((await ask('/free-entry', { playerId: 'ada' })).json()).toEqual({ isGiven: true });
  expect((await ask('/free-entry', { playerId: 'ada' })).json()).toEqual({ isGiven: false });
  expect(acts.filter((act) => act.startsWith('free-entries'))).toHaveLength(1);
});

it('plays for its own page only, with a key, and nothing unknown', async () => {
  await start({});
  expect((await ask('/play', round)).statusCode).toBe(503);
  expect((await ask('/free-entry', { playerId: 'ada' })).statusCode).toBe(503);
  expect((await ask('/play', round, { origin: 'https://other.example' })).statusCode).toBe(403);
  expect((await ask('/play', { ...round, game: 'poker' })).statusCode).toBe(400);
  expect((await ask('/play', { ...round, coin: 'EUR' })).statusCode).toBe(400);
});

it('is no part of the betting site', async () => {
  await start({ DEMO_SITE: 'northline', DEMO_OPERATOR_KEY: 'a-key' });
  expect((await ask('/play', round)).statusCode).toBe(404);
});
