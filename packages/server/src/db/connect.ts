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

/** Opens a pool of at most `poolSize` connections. A lost idle connection is replaced, not fatal. */
export function connect(
  url: string,
  { poolSize = 10, log }: { poolSize?: number; log?: LogConfig } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 10_000,
    // A statement that waits this long is stuck; the caller gets an error and nothing was written.
    statement_timeout: 15_000,
    application_name: 'kassa',
  });
  pool.on('error', () => {
    // The pool drops the broken connection by itself; the next query reports if the database is gone.
  });
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log });
}
