import {
  type ControlledTransaction,
  Kysely,
  type LogConfig,
  PostgresDialect,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { DatabaseBusy, isSilence } from './is-database-away.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
/** Work that must share a transaction takes a `Tx`, so that it cannot be called without one. */
export type Tx = Transaction<Database> | ControlledTransaction<Database>;

/** How much longer than PostgreSQL's own limit an answer is waited for, before nobody seems to be there. */
const silenceMs = 5_000;

/**
 * Opens a pool of at most `poolSize` connections. A lost connection fails the query that was using
 * it and is replaced; so does one that falls silent. Where some have waited for too long, one more is
 * refused at once: after a fault all come again, and whoever waits too long has gone when it is their
 * turn.
 * `statementTimeoutMs` 0 lets a statement take as long as it needs.
 */
export function connect(
  url: string,
  {
    poolSize = 10,
    mostWaitMs = 2_000,
    // A statement that waits this long is stuck; the caller gets an error and nothing was written.
    statementTimeoutMs = 15_000,
    lockTimeoutMs,
    isPooled = false,
    log,
  }: {
    poolSize?: number;
    /** While somebody has waited for a connection for this long, nobody else begins to. */
    mostWaitMs?: number;
    statementTimeoutMs?: number;
    /** How long a statement waits for a lock; unset, as long as it may take in all. */
    lockTimeoutMs?: number;
    /** The address is that of a transaction pooler, which takes no settings of a session. */
    isPooled?: boolean;
    log?: LogConfig;
  } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5 * mostWaitMs,
    // A pooler's role has its own (docs/settings.md).
    ...(isPooled ? {} : { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs }),
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + silenceMs } : {}),
    application_name: 'kassa',
  });
  // The pool drops a broken connection by itself, and the query that used it is rejected. Without a
  // listener of their own, idle and busy connections alike would take the process down.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    closeOnceSilent(client);
  });
  const dialect = new PostgresDialect({ pool: refuseInCrowds(pool, mostWaitMs) });
  return new Kysely<Database>({ dialect, log });
}

/** The pool, but for those who come while it can't keep up. */
function refuseInCrowds(pool: pg.Pool, mostWaitMs: number) {
  // In the order in which they came: the pool serves them so.
  const waiting = new Set<{ since: number }>();
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const now = performance.now();
      const [first] = waiting;
      if (first !== undefined && now - first.since > mostWaitMs) throw new DatabaseBusy();
      const turn = { since: now };
      waiting.add(turn);
      try {
        return await pool.connect();
      } finally {
        waiting.delete(turn);
      }
    },
  };
}

/**
 * Closes a connection whose answer is waited for no longer. It would go back to the pool with the
 * statement still to come and a transaction open, which the next one to use it would commit.
 */
function closeOnceSilent(client: pg.PoolClient): void {
  const ask: (...asked: unknown[]) => unknown = client.query.bind(client);
  const query = (...asked: unknown[]) => {
    const answered = ask(...asked);
    if (answered instanceof Promise) {
      answered.catch((error: unknown) => {
        if (isSilence(error)) client.connection.stream.destroy();
      });
    }
    return answered;
  };
  Object.assign(client, { query });
}
