import pg from 'pg';

/**
 * PostgreSQL's own words, by the beginning of their SQLSTATE, for "not now": 08 connection, 25006 no
 * longer the primary, 40001 and 40P01 rolled back for the sake of others, 53 out of something, 55P03
 * a lock, 57014 took too long, 57P shut down or starting.
 */
const sqlStates = /^(08|25006|25P03|40001|40P01|53|55P03|57014|57P)/;

/** How the way there is lost. */
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

/** The driver gives these no code. */
const driverWords =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client (has encountered a connection error|was closed))/;

/** So much waits for the database that one more would wait in vain. */
export class DatabaseBusy extends Error {
  constructor() {
    super('Too much waits for the database');
    this.name = 'DatabaseBusy';
  }
}

/** Whether the driver gave up waiting for the answer to a query. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/**
 * Whether a failure means that the database can't be asked at present, and not that something is
 * wrong with what was asked. What was under way was committed or it was not; its idempotency key tells.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseBusy) return true;
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { code?: unknown };
  if (error instanceof pg.DatabaseError) return sqlStates.test(error.code ?? '');
  return driverWords.test(error.message) || (typeof code === 'string' && networkCodes.has(code));
}
