import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { signPlayerToken } from '@kassa/test-kit';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from './ground/database/embedded/free-port.ts';
import { checkLedger } from './money/ledger/check-ledger.ts';
import { type LoadAnswer, runDepositLoad } from './testing/deposit-load.ts';
import { type KillablePostgres, startKillablePostgres } from './testing/killable-postgres.ts';
import { type OperatorEndpoint, startOperatorEndpoint } from './testing/operator-endpoint.ts';
import { isLongRun } from './testing/run-scale.ts';
import { describeServerProcess, type ServerProcess } from './testing/server-process.ts';
import { writeTestFiles } from './testing/test-files.ts';
import { workingTimeout } from './testing/working-timeout.ts';

const tokenSecret = 'a secret for the database test, long enough';
const keys = { apiKey: 'sandbox-api-key-of-tests', webhookSecret: 'sandbox-webhook-secret' };

/** The faults, in order. */
const faults: Record<string, (postgres: KillablePostgres) => Promise<void>> = {
  'the postmaster killed': (postgres) => postgres.end('SIGKILL'),
  'an immediate shutdown': (postgres) => postgres.end('SIGQUIT'),
  'one session killed': (postgres) => postgres.killSession(),
  'a fast shutdown': (postgres) => postgres.end('SIGINT'),
  'the postmaster killed again': (postgres) => postgres.end('SIGKILL'),
};

/** How long players deposit before each fault, and after the last one. */
const playMs = isLongRun ? 1500 : 700;

const depositsPerSecond = 20;

/** Longer than any request may take while the database is unavailable. */
const boundMs = 10_000;

let folder: string;
let postgres: KillablePostgres;
let sandbox: Sandbox;
let operator: OperatorEndpoint;
let server: ServerProcess;
let url: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-faults-'));
  await mkdir(path.join(folder, 'sandbox'));
  postgres = await startKillablePostgres(path.join(folder, 'postgres'));
  const timing = { firstRetryMs: 50, longestRetryMs: 500 };
  const dataFolder = path.join(folder, 'sandbox');
  sandbox = await startSandbox({ port: 0, dataFolder, ...keys, timing });
  operator = await startOperatorEndpoint();
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...keys },
    secrets: { kassa: tokenSecret },
    brand: { webhook: { url: operator.url, secrets: [operator.secret] } },
  });
  const port = String(await findFreePort());
  url = `http://localhost:${port}`;
  server = describeServerProcess(url, {
    PORT: port,
    PUBLIC_URL: '',
    DATABASE_URL: postgres.url,
    KASSA_DATA: path.join(folder, 'data'),
    KASSA_CONFIG: configFolder,
    LOG_LEVEL: 'error',
    RATE_LIMIT_SCALE: '100',
    DRAIN_LEAD_SECONDS: '0',
  });
  await server.start();
});

afterAll(async () => {
  await server?.stop();
  await sandbox?.close();
  await operator?.close();
  await postgres?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends requests to the server repeatedly, until it is over. */
async function watch(isOver: () => boolean): Promise<Record<string, LoadAnswer[]>> {
  const token = await signPlayerToken(tokenSecret, { playerId: 'watcher' });
  const seen: Record<string, LoadAnswer[]> = {};
  const paths = ['/healthz', '/readyz', '/api/banking/user-get'];
  while (!isOver()) {
    for (const each of paths) seen[each] = [...(seen[each] ?? []), await sendRequest(each, token)];
    await delay(20);
  }
  return seen;
}

async function sendRequest(address: string, token: string): Promise<LoadAnswer> {
  const askedAt = performance.now();
  const elapsed = () => performance.now() - askedAt;
  try {
    const response = await fetch(`${url}${address}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: workingTimeout(boundMs),
    });
    return { status: response.status, body: await response.json(), elapsedMs: elapsed() };
  } catch {
    return { status: null, body: null, elapsedMs: elapsed() };
  }
}

/** Returns the responses that are neither a success nor an error of the error table. */
function findUnclear(answers: LoadAnswer[]): LoadAnswer[] {
  return answers.filter(({ status, body }) => {
    const code = (body as { error?: { code?: string } } | undefined)?.error?.code;
    const isClear =
      status === 200 ||
      (status === 503 && code === 'server.unavailable') ||
      (status === 409 && code === 'idempotency.inFlight');
    return !isClear;
  });
}

const statusesOf = (answers: LoadAnswer[] = []) =>
  [...new Set(answers.map(({ status }) => status))].sort();

test(`PostgreSQL killed and restarted at ${depositsPerSecond} deposits a second: no acknowledged deposit is lost, none is doubled`, async () => {
  let isOver = false;
  // Also ends the load if the database or the server doesn't restart.
  onTestFinished(() => {
    isOver = true;
  });
  const answers: LoadAnswer[] = [];
  const playing = runDepositLoad(
    { url, tokenSecret, sandbox, sandboxKey: keys.apiKey },
    {
      depositsPerSecond,
      // One of each player: a player may have four calls in work.
      mostAtOnce: 60,
      playerCount: 60,
      timeoutMs: 90_000,
      isOver: () => isOver,
      onAnswer: (answer) => answers.push(answer),
    },
  );
  const watching = watch(() => isOver);
  for (const inject of Object.values(faults)) {
    await delay(playMs);
    await inject(postgres);
    await delay(500);
    await postgres.start();
    await expect
      .poll(async () => (await sendRequest('/readyz', '')).status, { timeout: 90_000 })
      .toBe(200);
  }
  const backAt = new Date();
  await delay(playMs);
  isOver = true;
  const [deposits, seen] = await Promise.all([playing, watching]);

  expect(findUnclear(answers)).toEqual([]);
  expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(0);
  expect(findUnclear(seen['/api/banking/user-get'] ?? [])).toEqual([]);
  expect(statusesOf(seen['/api/banking/user-get'])).toEqual([200, 503]);
  expect(statusesOf(seen['/readyz'])).toEqual([200, 503]);
  expect(statusesOf(seen['/healthz'])).toEqual([200]);

  const ids = deposits.map(({ depositId }) => depositId).sort();
  expect(deposits.filter(({ pushMs }) => pushMs === null)).toEqual([]);
  await expectCredited(ids);
  await expectEvents(ids);
  await expectJobsSince(backAt);
  // The process has never died, or it could not stop cleanly.
  expect(await server.stop()).toBe(0);
  const slowestMs = Math.max(...answers.map(({ elapsedMs }) => elapsedMs));
  console.log(
    `${Object.keys(faults).length} faults, ${ids.length} deposits, ` +
      `${answers.length - ids.length} retried, slowest response ${Math.round(slowestMs)} ms`,
  );
}, 300_000);

/** Expects each deposit once, and its receipt once. */
async function expectCredited(ids: string[]): Promise<void> {
  const { db } = postgres;
  const made = await db.selectFrom('deposits').select('id').execute();
  expect(made.map(({ id }) => id).sort()).toEqual(ids);
  const payments = await db
    .selectFrom('payments')
    .select(['deposit_id', 'processed_amount', 'status'])
    .execute();
  expect(payments.map(({ deposit_id }) => deposit_id).sort()).toEqual(ids);
  expect(new Set(payments.map((it) => `${it.status} ${it.processed_amount}`))).toEqual(
    new Set(['credited 10.00']),
  );
  expect(await checkLedger(db)).toEqual([]);
}

/** Expects that the operator gets an event of each deposit, whatever happened to the outbox. */
async function expectEvents(ids: string[]): Promise<void> {
  const reportedIds = () =>
    operator.received
      .map(({ body }) => body.data)
      .filter((data) => data.status === 'processed')
      .map((data) => data.depositId);
  await expect.poll(() => new Set(reportedIds()).size, { timeout: 90_000 }).toBe(ids.length);
  expect([...new Set(reportedIds())].sort()).toEqual(ids);
}

/**
 * Expects that the jobs continue by themselves: a job that has run since is due five seconds later.
 */
async function expectJobsSince(backAt: Date): Promise<void> {
  const names = async () => {
    const ran = postgres.db
      .selectFrom('jobs')
      .select('name')
      .where('due_at', '>', new Date(backAt.getTime() + 5_000));
    return (await ran.execute()).map(({ name }) => name);
  };
  await expect
    .poll(names, { timeout: 90_000 })
    .toEqual(expect.arrayContaining(['deposits-follow-up', 'inbox-sweep', 'webhooks-due']));
}
