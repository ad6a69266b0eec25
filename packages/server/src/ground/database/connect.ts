import {
  type ControlledTransaction,
  Kysely,
  type LogConfig,
  PostgresDialect,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import { DatabaseBusy } from './is-database-away.ts';
import { isHeld, isLast, nameOf } from './prepared.ts';
import type { Database } from './schema.ts';

export type Db = Kysely<Database>;
/**
 * Functions that must run inside a transaction take a `Tx`, so that they can't be called without
 * one.
 */
export type Tx = Transaction<Database> | ControlledTransaction<Database>;

/** How much longer than PostgreSQL's own statement timeout the driver waits for a response. */
const responseMarginMs = 5_000;

/**
 * Opens a pool of at most `poolSize` connections. When a connection breaks or stops responding, its
 * query fails and the pool replaces the connection. When a caller has waited longer than
 * `mostWaitMs`, the pool rejects new callers at once: after an outage all callers retry together,
 * and those at the end of the queue would have timed out before their turn. `statementTimeoutMs` 0
 * disables the statement timeout.
 */
export function connect(
  url: string,
  {
    poolSize = 10,
    mostWaitMs = 2_000,
    // A statement that runs this long is stuck. The caller gets an error and nothing is written.
    statementTimeoutMs = 15_000,
    lockTimeoutMs,
    isPooled = false,
    log,
  }: {
    poolSize?: number;
    /** While a caller has waited this long for a connection, the pool rejects new callers. */
    mostWaitMs?: number;
    statementTimeoutMs?: number;
    /** How long a statement waits for a lock; unset, only the statement timeout applies. */
    lockTimeoutMs?: number;
    /** The address is that of a transaction pooler, which accepts no session settings. */
    isPooled?: boolean;
    log?: LogConfig;
  } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5 * mostWaitMs,
    // With a pooler, the database role sets its own timeouts (docs/settings.md).
    ...(isPooled ? {} : { statement_timeout: statementTimeoutMs, lock_timeout: lockTimeoutMs }),
    ...(statementTimeoutMs > 0 ? { query_timeout: statementTimeoutMs + responseMarginMs } : {}),
    application_name: 'kassa',
    // A statement may be sent before the one before it is answered. A connection whose statement times
    // out is closed: otherwise it would return to the pool with the statement still running and a
    // transaction open, which the next user of the connection would commit.
    pipeline: true,
  });
  // The pool drops a broken connection by itself and rejects its query. Without these listeners, an
  // error on an idle or busy connection would end the process.
  pool.on('error', () => {});
  pool.on('connect', (client) => {
    client.on('error', () => {});
    saveRoundTrips(client, isPooled);
  });
  const dialect = new PostgresDialect({ pool: rejectWhenOverloaded(pool, mostWaitMs) });
  return new Kysely<Database>({ dialect, log });
}

/** Wraps the pool so that it rejects new callers while it is overloaded. */
function rejectWhenOverloaded(pool: pg.Pool, mostWaitMs: number) {
  // In order of arrival, which is also the order in which the pool serves callers.
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
 * Sends `begin` and held statements together with the next statement of their transaction, and `commit` with
 * a last one that is marked, and runs marked statements as prepared ones (prepared.ts), unless the connection
 * goes through a transaction pooler.
 */
function saveRoundTrips(client: pg.PoolClient, isPooled: boolean): void {
  type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;
  const send = client.query.bind(client) as (query: pg.QueryConfig) => Promise<Answer>;
  const nothing: Answer = { command: '', rowCount: null, rows: [] };
  let isInTransaction = false;
  /** What is sent with the next statement. */
  let ahead: pg.QueryConfig[] = [];
  let committing: Promise<Answer> | null = null;

  const sendTogether = (statements: pg.QueryConfig[]) => {
    const { stream } = client.connection;
    stream.cork();
    const answers = statements.map((statement) => send(statement));
    stream.uncork();
    return answers;
  };

  const end = (text: string): Promise<Answer> => {
    const [waiting, committed] = [ahead, committing];
    [ahead, committing, isInTransaction] = [[], null, false];
    // After a failed statement it has rolled back.
    if (committed !== null) return committed;
    const isBegun = waiting[0]?.text !== 'begin';
    const kept = text === 'commit' ? waiting : [];
    if (!isBegun && kept.length < 2) return Promise.resolve(nothing);
    return answerOf(sendTogether([...kept, { text }]));
  };

  // Of several statements the first error is the cause.
  const answerOf = async (answers: Promise<Answer>[]) =>
    (await Promise.all(answers)).at(-1) ?? nothing;

  const query = (text: string, values: unknown[] = []): Promise<Answer> => {
    if (text === 'commit' || text === 'rollback') return end(text);
    if (committing !== null) {
      throw new Error(`A statement came after the last one of its transaction: ${text}`);
    }
    isInTransaction ||= text === 'begin';
    const name = isPooled ? undefined : nameOf(text);
    const statement = { text, values, ...(name !== undefined && { name }) };
    if (text === 'begin' || (isInTransaction && isHeld(text))) {
      ahead.push(statement);
      return Promise.resolve(nothing);
    }
    const isCommitted = isInTransaction && isLast(text);
    if (ahead.length === 0 && !isCommitted) return send(statement);
    const commit = isCommitted ? [{ text: 'commit' }] : [];
    const answers = sendTogether([...ahead, statement, ...commit]);
    ahead = [];
    if (isCommitted) {
      committing = answers.pop() ?? null;
      committing?.catch(() => {});
    }
    return answerOf(answers);
  };
  Object.assign(client, { query });
}
