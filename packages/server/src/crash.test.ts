import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { signPlayerToken } from '@kassa/test-kit';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db } from './ground/database/connect.ts';
import { startEmbeddedPostgres } from './ground/database/embedded/embedded-postgres.ts';
import { findFreePort } from './ground/database/embedded/free-port.ts';
import { checkLedger } from './money/ledger/check-ledger.ts';
import { isLongRun, seed, seedLabel } from './testing/run-scale.ts';
import { describeServerProcess, type ServerProcess } from './testing/server-process.ts';
import { writeTestFiles } from './testing/test-files.ts';
import { workingTimeout } from './testing/working-timeout.ts';

const [leastKills, leastDeposits] = isLongRun ? [200, 800] : [8, 40];
/** The pause before a request without a response is retried. */
const retryPauseMs = 200;
/**
 * The times that players deposit before each kill. Each is random, and long enough for a request of
 * every player.
 */
const killAfterMs = fc.sample(fc.integer({ min: retryPauseMs + 50, max: 1000 }), {
  seed,
  numRuns: leastKills,
  unbiased: true,
});
const playerCount = 8;
const secret = 'a secret for the crash test, long enough';
const keys = { apiKey: 'sandbox-api-key-of-tests', webhookSecret: 'sandbox-webhook-secret' };

let folder: string;
let sandbox: Sandbox;
let server: ServerProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-crash-'));
  await mkdir(path.join(folder, 'sandbox'));
  sandbox = await startSandbox({
    port: 0,
    dataFolder: path.join(folder, 'sandbox'),
    ...keys,
    timing: { firstRetryMs: 50, longestRetryMs: 500 },
  });
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...keys },
    secrets: { kassa: secret },
  });
  const port = String(await findFreePort());
  url = `http://localhost:${port}`;
  server = describeServerProcess(url, {
    PORT: port,
    KASSA_DATA: path.join(folder, 'data'),
    KASSA_CONFIG: configFolder,
    LOG_LEVEL: 'error',
    PUBLIC_URL: '',
    DATABASE_URL: '',
    // Players retry very often in this test.
    RATE_LIMIT_SCALE: '100',
    DRAIN_LEAD_SECONDS: '0',
  });
  await server.start();
});

afterAll(async () => {
  await server.stop();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

interface Attempted {
  depositId: string;
  playerId: string;
  isApproved: boolean;
}

interface Answer {
  status: number;
  body: { depositId: string; balanceData?: { primary: { amount: string } } };
}

async function ask(playerId: string, call: string, body: object | null, key = ''): Promise<Answer> {
  const token = await signPlayerToken(secret, { playerId });
  const response = await fetch(`${url}/api/banking/${call}`, {
    method: body === null ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: body === null ? undefined : JSON.stringify(body),
    signal: workingTimeout(5000),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Retries with the same key until there is a response, like a widget on a bad network. */
async function createDeposit(playerId: string): Promise<string> {
  const key = uuidv7();
  const order = { amount: '10', currency: 'EUR', paymentType: 'card_international' };
  for (;;) {
    const answer = await ask(playerId, 'deposit-create', order, key).catch(() => null);
    if (answer?.status === 200) return answer.body.depositId;
    const isWorthwhile = answer === null || answer.status === 409 || answer.status >= 500;
    if (!isWorthwhile) throw new Error(`deposit-create: ${JSON.stringify(answer)}`);
    await delay(retryPauseMs);
  }
}

async function provider(method: 'GET' | 'POST', address: string): Promise<{ id: string }> {
  const response = await fetch(`${sandbox.url}${address}`, {
    method,
    headers: { authorization: `Bearer ${keys.apiKey}`, 'content-type': 'application/json' },
    body: method === 'POST' ? '{}' : undefined,
  });
  if (!response.ok)
    throw new Error(`The provider responded to ${address} with status ${response.status}`);
  return (await response.json()) as { id: string };
}

/**
 * Makes one deposit after the other until it is over: most approved, some declined, some left open.
 */
async function play(playerId: string, isOver: () => boolean, attempts: Attempted[]): Promise<void> {
  for (let index = 0; !isOver(); index += 1) {
    const depositId = await createDeposit(playerId);
    const { id } = await provider('GET', `/v1/payments?merchantReference=${depositId}`);
    const isApproved = index % 8 < 6;
    if (isApproved) await provider('POST', `/v1/payments/${id}/approve`);
    else if (index % 8 === 6) await provider('POST', `/v1/payments/${id}/decline`);
    attempts.push({ depositId, playerId, isApproved });
  }
}

/**
 * Players deposit while the server is killed and restarted at random moments, until there are
 * enough deposits and kills.
 */
async function playAndKill(players: string[]): Promise<Attempted[]> {
  const attempts: Attempted[] = [];
  let kills = 0;
  const isOver = () => attempts.length >= leastDeposits && kills >= leastKills;
  const playing = Promise.all(players.map((id) => play(id, isOver, attempts)));
  for (const ms of killAfterMs) {
    await Promise.race([delay(ms), playing]);
    await server.kill();
    kills += 1;
    await server.start();
  }
  await playing;
  return attempts;
}

async function balanceOf(playerId: string): Promise<string | null> {
  const answer = await ask(playerId, 'user-get', null).catch(() => null);
  return answer?.body.balanceData?.primary.amount ?? null;
}

async function withDatabase<Result>(act: (db: Db) => Promise<Result>): Promise<Result> {
  const postgres = await startEmbeddedPostgres(path.join(folder, 'data', 'postgres'));
  const db = connect(postgres.url, { poolSize: 1 });
  try {
    return await act(db);
  } finally {
    await db.destroy();
  }
}

test("SIGHUP takes a brand's own catalogue, and no request fails", async () => {
  const change = { card_international: { text: { en: 'Your card' } } };
  const catalog = path.join(folder, 'config/catalogs/kassa');
  await mkdir(catalog, { recursive: true });
  await writeFile(path.join(catalog, 'texts.json'), JSON.stringify({ change }));
  server.hangUp();
  const readTexts = async () => {
    const { status, body } = await ask('player-0', 'methods-payment-v3', {});
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  await expect.poll(readTexts).toContain('"Your card"');
});

test(`${leastKills} times kill -9 during ${leastDeposits} deposits loses or doubles no deposit (${seedLabel})`, {
  timeout: 1_800_000,
}, async () => {
  const players = Array.from({ length: playerCount }, (_, index) => `player-${index}`);
  const attempts = await playAndKill(players);

  const credited = players.map((playerId) => {
    const approved = attempts.filter((it) => it.playerId === playerId && it.isApproved).length;
    return (approved * 10).toFixed(2);
  });
  const expectBalances = () =>
    expect.poll(() => Promise.all(players.map(balanceOf)), { timeout: 60_000 }).toEqual(credited);
  await expectBalances();
  const approvedIds = attempts.filter(({ isApproved }) => isApproved).map((it) => it.depositId);
  await withDatabase(async (db) => {
    const payments = await db
      .selectFrom('payments')
      .select(['deposit_id', 'processed_amount'])
      .execute();
    expect(payments.map((payment) => payment.deposit_id).sort()).toEqual(approvedIds.sort());
    expect(new Set(payments.map((payment) => payment.processed_amount))).toEqual(
      new Set(['10.00']),
    );
    expect(await checkLedger(db)).toEqual([]);
  });

  // A clean restart: the drain ends successfully, and the money is still there.
  expect(await server.stop()).toBe(0);
  await server.start();
  await expectBalances();
  console.log(`killed ${leastKills} times during ${attempts.length} deposits`);
});
