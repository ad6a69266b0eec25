import { CallError } from '@kassa/contract';
import type { Log } from '../log.ts';
import { isDatabaseAway } from './is-database-away.ts';

/**
 * What whoever asked is told of a failure that nobody foresaw; the log is told more, with `fields`.
 * Only a database that can't be asked passes by itself: the same request is welcome again, and its
 * idempotency key tells what became of the first.
 */
export function resolveFailure(log: Log, error: unknown, fields: object): CallError {
  if (error instanceof CallError) return error;
  if (isDatabaseAway(error)) {
    // One line each: while it lasts there are as many of them as there are requests.
    log.warn({ ...fields, reason: (error as Error).message }, 'the database could not be asked');
    const message = "The server can't answer now: ask again in a moment.";
    return new CallError('server.unavailable', message);
  }
  log.error({ ...fields, error }, 'a call failed');
  return new CallError('server.error', 'Something went wrong.');
}
