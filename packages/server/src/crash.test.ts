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
import { describeFolder } from './ground/database/embedded/folder.ts';
import { findFreePort } from './ground/database/embedded/free-port.ts';
import { readPidFile } from './ground/database/embedded/postmaster.ts';
import { isAlive } from './ground/database/embedded/processes.ts';
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

/** A method of withdrawal of the test's own. */
const payoutMethod = {
  name: 'crash_payout',
  category: 'card',
  cardViewType: 0,
  transaction: 'withdrawal',
  text: { en: 'A payout' },
  amount_rules: { EUR: { min: '1', max: '1000' } },
  position: 1,
  iconIds: ['visa'],
  countries: '*',
  connector: 'sandbox',
  group: 'cards',
};

let folder: string;
let catalog: string;
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
    timing: { firstRetryMs: 50, longestRetryMs: 500, payoutStepMs: 50 },
  });
  const { configFolder } = await writeTestFiles(folder, {
    sandbox: { apiUrl: sandbox.url, ...keys },
    secrets: { kassa: secret },
    brand: { withdrawals: { approveUpTo: { EUR: '1000000' } } },
  });
  catalog = path.join(configFolder, 'catalogs/kassa');
  await mkdir(catalog, { recursive: true });
  await writeFile(path.join(catalog, 'payout.json'), JSON.stringify({ add: [payoutMethod] }));
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

interface Requested {
  withdrawalId: string;
  playerId: string;
}

interface Answer {
  status: number;
  body: {
    depositId: string;
    withdrawalId: string;
    balanceData?: { primary: { amount: string } };
    error?: { code: string };
  };
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
async function create(playerId: string, call: string, order: object): Promise<Answer> {
  const key = uuidv7();
  for (;;) {
    const answer = await ask(playerId, call, order, key).catch(() => null);
    if (answer !== null && answer.status !== 409 && answer.status < 500) return answer;
    await delay(retryPauseMs);
  }
}

async function createDeposit(playerId: string): Promise<string> {
  const order = { amount: '10', currency: 'EUR', paymentType: 'card_international' };
  const { status, body } = await create(playerId, 'deposit-create', order);
  if (status !== 200) throw new Error(`deposit-create: ${JSON.stringify(body)}`);
  return body.depositId;
}

/** Withdraws the money of a deposit as soon as it is credited. */
async function createWithdrawal(playerId: string): Promise<string> {
  const order = { amount: '10', currency: 'EUR', paymentType: payoutMethod.name };
  for (;;) {
    const { status, body } = await create(playerId, 'withdrawal-create', order);
    if (status === 200) return body.withdrawalId;
    if (body.error?.code !== 'balance.insufficient') {
      throw new Error(`withdrawal-create: ${JSON.stringify(body)}`);
    }
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

interface Played {
  attempts: Attempted[];
  withdrawals: Requested[];
}

/**
 * Makes one deposit after the other until it is over: most approved, some declined, some left open.
 * Of some the money is withdrawn again.
 */
async function play(
  playerId: string,
  isOver: () => boolean,
  { attempts, withdrawals }: Played,
): Promise<void> {
  for (let index = 0; !isOver(); index += 1) {
    const depositId = await createDeposit(playerId);
    const { id } = await provider('GET', `/v1/payments?merchantReference=${depositId}`);
    const isApproved = index % 8 < 6;
    if (isApproved) await provider('POST', `/v1/payments/${id}/approve`);
    else if (index % 8 === 6) await provider('POST', `/v1/payments/${id}/decline`);
    attempts.push({ depositId, playerId, isApproved });
    if (index % 4 !== 1) continue;
    withdrawals.push({ playerId, withdrawalId: await createWithdrawal(playerId) });
  }
}

/**
 * Players deposit while the server is killed and restarted at random moments, until there are
 * enough deposits and kills.
 */
async function playAndKill(players: string[]): Promise<Played> {
  const played: Played = { attempts: [], withdrawals: [] };
  const { attempts } = played;
  let kills = 0;
  const isOver = () => attempts.length >= leastDeposits && kills >= leastKills;
  const playing = Promise.all(players.map((id) => play(id, isOver, played)));
  for (const ms of killAfterMs) {
    await Promise.race([delay(ms), playing]);
    await server.kill();
    kills += 1;
    await server.start();
  }
  await playing;
  return played;
}

/**
 * Each payout at the provider is one of a withdrawal that is paid. A withdrawal without one isn't
 * booked as paid: it is still to be sent, or its outcome is unknown. The server sends and hears of
 * payouts meanwhile.
 */
async function checkPayouts(db: Db, withdrawals: readonly Requested[]): Promise<void> {
  const load = () => db.selectFrom('withdrawals').select(['id', 'status', 'send_count']).execute();
  expect((await load()).map(({ id }) => id).sort()).toEqual(
    withdrawals.map(({ withdrawalId }) => withdrawalId).sort(),
  );
  const findWrong = async () => {
    const wrong: string[] = [];
    for (const { id, status } of await load()) {
      const isPaid = await findPayout(id);
      const expected = isPaid ? ['completed'] : ['approved', 'sending', 'unknown'];
      if (!expected.includes(status)) wrong.push(`${id} is ${status}, paid: ${isPaid}`);
    }
    return wrong;
  };
  await expect.poll(findWrong, { timeout: 60_000 }).toEqual([]);
  expect((await load()).filter(({ send_count }) => send_count > 1)).toEqual([]);
}

/** Whether the provider has a payout of the withdrawal. */
async function findPayout(withdrawalId: string): Promise<boolean> {
  const { status } = await fetch(`${sandbox.url}/v1/payouts?merchantReference=${withdrawalId}`, {
    headers: { authorization: `Bearer ${keys.apiKey}` },
  });
  return status === 200;
}

/** Whether Kassa shows each withdrawal as paid that the provider has paid. */
async function areAllTold(withdrawals: readonly Requested[]): Promise<boolean> {
  for (const { withdrawalId, playerId } of withdrawals) {
    const answer = await ask(
      playerId,
      `withdrawal-status?withdrawalId=${withdrawalId}`,
      null,
    ).catch(() => null);
    const isPaid = (answer?.body as { status?: string } | undefined)?.status === 'PAID';
    if (!isPaid && (await findPayout(withdrawalId))) return false;
  }
  return true;
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
  await writeFile(path.join(catalog, 'texts.json'), JSON.stringify({ change }));
  server.hangUp();
  const readTexts = async () => {
    const { status, body } = await ask('player-0', 'methods-payment-v3', {});
    expect(status).toBe(200);
    return JSON.stringify(body);
  };
  await expect.poll(readTexts).toContain('"Your card"');
});

test(`${leastKills} times kill -9 during ${leastDeposits} deposits and withdrawals of them loses or doubles none (${seedLabel})`, {
  timeout: 1_800_000,
}, async () => {
  const players = Array.from({ length: playerCount }, (_, index) => `player-${index}`);
  const { attempts, withdrawals } = await playAndKill(players);

  const credited = players.map((playerId) => {
    const approved = attempts.filter((it) => it.playerId === playerId && it.isApproved).length;
    const withdrawn = withdrawals.filter((it) => it.playerId === playerId).length;
    return ((approved - withdrawn) * 10).toFixed(2);
  });
  const expectBalances = () =>
    expect.poll(() => Promise.all(players.map(balanceOf)), { timeout: 60_000 }).toEqual(credited);
  await expectBalances();
  await expect.poll(() => areAllTold(withdrawals), { timeout: 60_000 }).toBe(true);
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
    await checkPayouts(db, withdrawals);
    expect(await checkLedger(db)).toEqual([]);
  });

  // A clean restart: the drain ends successfully, and the money is still there.
  expect(await server.stop()).toBe(0);
  await server.start();
  await expectBalances();
  console.log(
    `killed ${leastKills} times during ${attempts.length} deposits and ${withdrawals.length} withdrawals`,
  );
});

test('its PostgreSQL that is killed is started again, and players go on', async () => {
  const findPid = async () =>
    (await readPidFile(describeFolder(path.join(folder, 'data', 'postgres')))).pid;
  const killed = await findPid();
  process.kill(killed, 'SIGKILL');
  const isAnotherAlive = async () => {
    const pid = await findPid();
    return pid !== 0 && pid !== killed && isAlive(pid);
  };
  await expect.poll(isAnotherAlive, { timeout: 60_000 }).toBe(true);
  expect(await createDeposit('player-0')).toEqual(expect.any(String));
});
