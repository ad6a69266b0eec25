import pg from 'pg';

/**
 * SQLSTATE prefixes of temporary failures: 08 connection, 25006 no longer the primary, 25P03 idle
 * transaction timed out, 40001 and 40P01 rolled back because of concurrent transactions, 53 out of
 * a resource, 55P03 lock timeout, 57014 canceled by a timeout, 57P shut down or starting.
 */
const sqlStates = /^(08|25006|25P03|40001|40P01|53|55P03|57014|57P)/;

/** Error codes of a failed network connection. */
const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Messages of driver errors that have no code. */
const driverMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** Thrown at once when so many callers wait for a connection that another one would time out. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too many requests wait for the database');
    this.name = 'DatabaseBusy';
  }
}

/**
 * Whether an error means that the database is unavailable at present, rather than that the query is
 * wrong. The transaction under way may or may not have been committed; its idempotency key tells.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '');
  return driverMessages.test(error.message) || (typeof code === 'string' && networkCodes.has(code));
}
