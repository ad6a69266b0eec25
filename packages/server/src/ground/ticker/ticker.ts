import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

export interface Job {
  name: string;
  /** The pause between the end of one run and the next. */
  everySeconds: number;
  /**
   * May run twice at once: if a process could not renew its lease, or a run exceeds its time limit.
   */
  run: () => Promise<unknown>;
}

export interface Ticker {
  /** Waits up to about 10 s for running jobs; then another process may take over at once. */
  stop: () => Promise<void>;
}

interface TickerOptions {
  log: Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;
  /** The mean pause between two checks for due jobs; it varies by half. */
  tickMs?: number;
  /** The time after a process's death until other processes take over its jobs. */
  leaseMs?: number;
  /** A run that exceeds this time is taken for stuck: the job is started again beside it. */
  longestRunMs?: number;
  stopMs?: number;
}

/** The timeout for releasing the leases. */
const freeMs = 2_000;

/**
 * Runs recurring jobs, each in one process at a time: the process that finds a job due leases its
 * row in the table `jobs` while it runs. All times are the database's, and no statement needs a
 * session of its own, so it works through a transaction pooler.
 * @throws if the database is unavailable at the start; later the jobs wait for it.
 */
export async function startTicker(
  db: Db,
  jobs: readonly Job[],
  { log, tickMs = 1000, leaseMs = 20_000, longestRunMs = 60_000, stopMs = 10_000 }: TickerOptions,
): Promise<Ticker> {
  const leases = openLeases(db, leaseMs / 1000);
  const running = new Map<string, Promise<void>>();
  const stopping = new AbortController();
  let isAway = false;
  const ask = async (statement: () => Promise<unknown>) => {
    const wasAway = isAway;
    try {
      await statement();
      // One that was begun before the loss says nothing about the time after it.
      if (!wasAway || !isAway) return;
      log.info({}, 'the database is available again: jobs continue');
      isAway = false;
    } catch (error) {
      if (!isAway) log.warn({ error }, 'the database is unavailable: jobs wait');
      isAway = true;
    }
  };
  const runOnce = async ({ name, everySeconds, run }: Job) => {
    const over = new AbortController();
    await Promise.race([
      run().catch((error: unknown) => {
        log.error({ job: name, error }, 'a job failed; it will run again');
      }),
      delay(longestRunMs, undefined, { ref: false, signal: over.signal }).then(
        () =>
          log.error(
            { job: name },
            'a job exceeds its time limit; it will be started again beside that run',
          ),
        () => {},
      ),
    ]);
    over.abort();
    // If this fails, the job stays due and runs again.
    await ask(() => leases.end(name, everySeconds));
    running.delete(name);
  };
  const tick = async () => {
    if (running.size > 0) await leases.renew([...running.keys()]);
    const idle = jobs.filter(({ name }) => !running.has(name));
    const claimed = await leases.claim(idle.map(({ name }) => name));
    if (stopping.signal.aborted) return;
    for (const job of idle) if (claimed.has(job.name)) running.set(job.name, runOnce(job));
  };
  const tickUntilStopped = async () => {
    while (!stopping.signal.aborted) {
      await ask(tick);
      const pauseMs = tickMs * (0.5 + Math.random());
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
    await Promise.all(running.values());
  };
  await leases.add(jobs.map(({ name }) => name));
  const ended = tickUntilStopped();
  return {
    stop: async () => {
      stopping.abort();
      await Promise.race([ended, delay(stopMs, undefined, { ref: false })]);
      // An unresponsive database isn't waited for: the leases expire by themselves.
      await Promise.race([ask(leases.free), delay(freeMs, undefined, { ref: false })]);
    },
  };
}

/** The lease statements of one process. */
function openLeases(db: Db, leaseSeconds: number) {
  const holder = randomUUID();
  const leaseEnd = sql`now() + make_interval(secs => ${leaseSeconds})`;
  return {
    /** A new job is due at once. */
    add: (names: string[]) =>
      sql`insert into jobs (name) select unnest(${names}::text[]) on conflict do nothing`.execute(
        db,
      ),

    /**
     * Leases those jobs that are due and free. A job that this process holds but doesn't run is
     * free too: its lease could not be ended.
     */
    claim: async (names: string[]): Promise<ReadonlySet<string>> => {
      const { rows } = await sql<{ name: string }>`
        update jobs set leased_until = ${leaseEnd}, holder = ${holder}
        where name in (
          select name from jobs
          where name = any(${names}) and due_at <= now()
            and (leased_until is null or leased_until < now() or holder = ${holder})
          for update skip locked)
        returning name`.execute(db);
      return new Set(rows.map(({ name }) => name));
    },

    /** Renews the leases of which a quarter has passed. */
    renew: (names: string[]) =>
      sql`
        update jobs set leased_until = ${leaseEnd}
        where name = any(${names}) and holder = ${holder}
          and leased_until < now() + make_interval(secs => ${leaseSeconds * 0.75})`.execute(db),

    end: (name: string, everySeconds: number) =>
      sql`
        update jobs
        set due_at = now() + make_interval(secs => ${everySeconds}), leased_until = null, holder = null
        where name = ${name} and holder = ${holder}`.execute(db),

    free: () =>
      sql`update jobs set leased_until = null, holder = null where holder = ${holder}`.execute(db),
  };
}
