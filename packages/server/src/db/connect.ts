import {
  type ControlledTransaction,
  Kysely,
  type LogConfig,
  PostgresDialect,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
/** Work that must share a transaction takes a `Tx`, so that it cannot be called without one. */
export type Tx = Transaction<Database> | ControlledTransaction<Database>;

/**
 * Opens a pool of at most `poolSize` connections. A lost connection fails the query that was using
 * it and is replaced. `statementTimeoutMs` 0 lets a statement take as long as it needs.
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
    // A pooler's role has its own statement_timeout (docs/settings.md); here only the wait ends.
    ...(isPooled
      ? { query_timeout: statementTimeoutMs }
      : { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs }),
    application_name: 'kassa',
  });
  // The pool drops a broken connection by itself, and the query that used it is rejected. Without a
  // listener of their own, idle and busy connections alike would take the process down.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
}
