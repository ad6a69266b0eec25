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

/** For each connection, so many may wait for it: a second or two of a busy server's work. */
const mostWaitingEach = 10;

/** How much longer than PostgreSQL's own limit an answer is waited for, before nobody seems to be there. */
const silenceMs = 5_000;

/**
 * Opens a pool of at most `poolSize` connections. A lost connection fails the query that was using
 * it and is replaced; so does one that falls silent. Where too many wait already, one more is refused
 * at once: after a fault they all come again, and who waited too long has gone when it is their turn.
 * `statementTimeoutMs` 0 lets a statement take as long as it needs.
 */
export function connect(
  url: string,
  {
    poolSize = 10,
    // A statement that waits this long is stuck; the caller gets an error and nothing was written.
    statementTimeoutMs = 15_000,
    lockTimeoutMs,
    isPooled = false,
    log,
  }: {
    poolSize?: number;
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
    connectionTimeoutMillis: 10_000,
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
  const bounded = {
    options: pool.options,
    connect: async () => {
      if (pool.waitingCount >= poolSize * mostWaitingEach) throw new DatabaseBusy();
      return pool.connect();
    },
    end: () => pool.end(),
  };
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: bounded }), log });
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
