import { CallError } from '@kassa/contract';
import type { Reader } from './reader.ts';

/**
 * Selects a player's row and locks it until the transaction ends. Always a "no key" update lock: other
 * transactions can then insert rows that reference the locked row (an idempotency key, a transfer).
 * With a stronger lock, two transactions that do both would deadlock.
 */
export function lockedPlayer(
  query: Reader,
  { brandId, playerId }: { brandId: string; playerId: string },
) {
  return query
    .selectFrom('players')
    .select(['id', 'erased_at'])
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .forNoKeyUpdate();
}

/**
 * Requires that a calling player wasn't erased, before rows are created for them. Open sockets may
 * still use such a player; a new token creates a new one.
 * @throws CallError auth.tokenExpired
 */
export function requireNotErased({ erased_at }: { erased_at: Date | null }): void {
  if (erased_at === null) return;
  throw new CallError('auth.tokenExpired', 'This player was erased; a fresh token is needed.');
}
