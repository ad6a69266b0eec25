import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { connect, type Db } from '../database/connect.ts';
import { type Job, startTicker, type Ticker } from './ticker.ts';

/** Longer than any test: within a test no such time expires. */
const foreverMs = 3600_000;

let url: string;
let db: Db;
const ends: (() => Promise<void>)[] = [];
const gates: (() => void)[] = [];

beforeEach(async () => {
  url = await createTestDatabase();
  db = connect(url);
});

afterEach(async () => {
  for (const open of gates.splice(0)) open();
  for (const end of ends.splice(0).reverse()) await end();
  await db.destroy();
});

const buildLog = () => ({ info: vi.fn(), warn: vi.fn(), error: vi.fn() });

/**
 * Starts a ticker with connections of its own, as another process has. `die` ends it without any
 * clean-up.
 */
async function startProcess(
  jobs: Job[],
  {
    leaseMs = foreverMs,
    longestRunMs = foreverMs,
    stopMs = 60_000,
    log = buildLog(),
    poolSize = 10,
  } = {},
): Promise<Ticker & { die: () => Promise<void>; log: ReturnType<typeof buildLog> }> {
  const own = connect(url, { poolSize, mostWaitMs: 60_000 });
  const ticker = await startTicker(own, jobs, {
    log,
    tickMs: 5,
    leaseMs,
    longestRunMs,
    stopMs,
  });
  let isDead = false;
  const die = async () => {
    if (!isDead) await own.destroy();
    isDead = true;
  };
  ends.push(async () => {
    // The loop of a dead one would go on within this worker.
    await ticker.stop();
    await die();
  });
  return { ...ticker, die, log };
}

/** A job that counts its runs. */
function countingJob(name: string, everySeconds = 0) {
  const run = vi.fn(async () => {});
  return { name, everySeconds, run };
}

/** A job whose runs last until they are released. */
function hangingJob(name: string) {
  const gate = Promise.withResolvers<void>();
  gates.push(gate.resolve);
  return { name, everySeconds: foreverMs, run: vi.fn(() => gate.promise), letGo: gate.resolve };
}

const isCalled = (run: { mock: { calls: unknown[] } }) => () => run.mock.calls.length > 0;

/** Waits until another job ran so often: a free job would have been claimed by then. */
async function untilOthersRan({ run }: ReturnType<typeof countingJob>, times = 20): Promise<void> {
  const least = run.mock.calls.length + times;
  await expect.poll(() => run.mock.calls.length).toBeGreaterThanOrEqual(least);
}

const rowOf = (name: string) =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

test('two processes run a job by turns, one run at a time', async () => {
  let atOnce = 0;
  let most = 0;
  const runs = [0, 0];
  const jobOf = (process: number) => ({
    name: 'shared',
    everySeconds: 0,
    run: async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      // Long enough for the other process to check: a few queries.
      for (let each = 0; each < 3; each += 1) await sql`select 1`.execute(db);
      runs[process] = (runs[process] ?? 0) + 1;
      atOnce -= 1;
    },
  });
  await startProcess([jobOf(0)]);
  await startProcess([jobOf(1)]);
  await expect.poll(() => Math.min(...runs)).toBeGreaterThanOrEqual(5);
  expect(most).toBe(1);
});

test('a job is due again when its pause after the last run is over', async () => {
  const seldom = countingJob('seldom', 3600);
  const witness = countingJob('witness');
  await startProcess([seldom, witness]);
  await expect.poll(isCalled(seldom.run)).toBe(true);
  await untilOthersRan(witness);
  expect(seldom.run).toHaveBeenCalledTimes(1);
  await sql`update jobs set due_at = now() where name = 'seldom'`.execute(db);
  await expect.poll(() => seldom.run.mock.calls.length).toBe(2);
});

test("a job that hangs doesn't delay other jobs", async () => {
  const hanging = hangingJob('hanging');
  const witness = countingJob('witness');
  await startProcess([hanging, witness]);
  await expect.poll(isCalled(hanging.run)).toBe(true);
  await untilOthersRan(witness);
});

test('logs a job that exceeds its time limit, and starts it again beside that run', async () => {
  const hung = { ...hangingJob('sweep'), everySeconds: 0 };
  const { log } = await startProcess([hung], { longestRunMs: 20 });
  await expect.poll(() => hung.run.mock.calls.length).toBeGreaterThan(1);
  expect(log.error).toHaveBeenCalledWith(
    { job: 'sweep' },
    expect.stringContaining('exceeds its time limit'),
  );
});

test('takes over the jobs of a process that died, once their leases have expired', async () => {
  const hanging = hangingJob('job');
  const one = await startProcess([hanging]);
  await expect.poll(isCalled(hanging.run)).toBe(true);
  const [job, witness] = [countingJob('job'), countingJob('witness')];
  await startProcess([job, witness]);
  await one.die();
  await untilOthersRan(witness);
  expect(job.run).not.toHaveBeenCalled();
  await sql`update jobs set leased_until = now() where name = 'job'`.execute(db);
  await expect.poll(isCalled(job.run)).toBe(true);
});

test('renews the lease of a long run', async () => {
  const hanging = hangingJob('job');
  await startProcess([hanging]);
  await expect.poll(isCalled(hanging.run)).toBe(true);
  const { holder } = await rowOf('job');
  // Simulates a lease of which most has passed.
  const end = new Date(Date.now() + foreverMs / 2);
  await sql`update jobs set leased_until = ${end} where name = 'job'`.execute(db);
  await expect
    .poll(async () => (await rowOf('job')).leased_until?.getTime())
    .toBeGreaterThan(end.getTime());
  expect((await rowOf('job')).holder).toBe(holder);
});

test("a process that lost its lease doesn't end the lease of the new holder", async () => {
  const [slow, witness] = [hangingJob('job'), countingJob('witness')];
  await startProcess([slow, witness]);
  await expect.poll(isCalled(slow.run)).toBe(true);
  await sql`update jobs set holder = gen_random_uuid() where name = 'job'`.execute(db);
  const before = await rowOf('job');
  slow.letGo();
  await untilOthersRan(witness);
  expect(await rowOf('job')).toEqual(before);
});

test('logs a job that fails, and runs it again', async () => {
  const failure = new Error('it broke');
  const run = vi.fn(async () => {}).mockRejectedValueOnce(failure);
  const { log } = await startProcess([{ name: 'failing', everySeconds: 0, run }]);
  await expect.poll(() => run.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(log.error.mock.calls).toEqual([
    [{ job: 'failing', error: failure }, 'a job failed; it will run again'],
  ]);
});

test('a stop waits for running jobs and starts no other', async () => {
  const slow = hangingJob('job');
  const one = await startProcess([slow]);
  await expect.poll(isCalled(slow.run)).toBe(true);
  let isStopped = false;
  const stopped = one.stop().then(() => {
    isStopped = true;
  });
  const witness = countingJob('witness');
  await startProcess([witness]);
  await untilOthersRan(witness);
  expect(isStopped).toBe(false);
  slow.letGo();
  await stopped;
  expect(await rowOf('job')).toMatchObject({ holder: null, leased_until: null });
  const { rows } = await sql`select 1 from jobs where name = 'job' and due_at > now()`.execute(db);
  expect(rows.length).toBe(1);
});

test('a stop releases a job that does not end in time: another process takes over at once', async () => {
  const hanging = hangingJob('job');
  const one = await startProcess([hanging], { stopMs: 1 });
  await expect.poll(isCalled(hanging.run)).toBe(true);
  const job = countingJob('job');
  await startProcess([job]);
  await one.stop();
  await expect.poll(isCalled(job.run)).toBe(true);
});

test('jobs wait while the database is unavailable, and continue afterwards', async () => {
  const job = countingJob('job');
  // Several connections end one after the other: one that still stands ends the loss, and then begins
  // another.
  const { log } = await startProcess([job], { poolSize: 1 });
  await expect.poll(isCalled(job.run)).toBe(true);
  const name = new URL(url).pathname.slice(1);
  const admin = new pg.Client({ connectionString: new URL('/postgres', url).href });
  await admin.connect();
  try {
    await admin.query(`alter database ${name} allow_connections false`);
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
    await expect.poll(() => log.warn.mock.calls.length).toBe(1);
    await admin.query(`alter database ${name} allow_connections true`);
    await expect
      .poll(() => log.info.mock.calls)
      .toEqual([[{}, 'the database is available again: jobs continue']]);
  } finally {
    await admin.query(`alter database ${name} allow_connections true`);
    await admin.end();
  }
  const before = job.run.mock.calls.length;
  await expect.poll(() => job.run.mock.calls.length).toBeGreaterThan(before);
  expect(log.warn).toHaveBeenCalledTimes(1);
  expect(log.error).not.toHaveBeenCalled();
});
