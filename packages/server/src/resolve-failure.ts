import { CallError } from '@kassa/contract';
import { isDatabaseAway } from './db/is-database-away.ts';

/**
 * What whoever asked is told of a failure that nobody foresaw. Only a database that can't be asked
 * passes by itself: the same request is welcome again, and its idempotency key tells what became of
 * the first.
 */
export function resolveFailure(error: unknown): CallError {
  if (error instanceof CallError) return error;
  return isDatabaseAway(error)
    ? new CallError('server.unavailable', "The server can't answer now: ask again in a moment.")
    : new CallError('server.error', 'Something went wrong.');
}
