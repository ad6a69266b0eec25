import { CallError } from '@kassa/contract';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './is-database-away.ts';

/**
 * Returns the error that the caller gets for an unexpected failure, and logs its details with
 * `fields`. Only a database failure is temporary: the caller may repeat the request, and the
 * idempotency key tells whether the first one was executed.
 */
export function resolveFailure(log: Log, error: unknown, fields: object): CallError {
  if (error instanceof CallError) return error;
  if (isDatabaseAway(error)) {
    // One short line each: during an outage every request logs one.
    log.warn({ ...fields, reason: (error as Error).message }, 'the database is unavailable');
    const message = 'The server is temporarily unavailable. Try again in a moment.';
    return new CallError('server.unavailable', message);
  }
  log.error({ ...fields, error }, 'a call failed');
  return new CallError('server.error', 'Something went wrong.');
}
