import { CallError } from '@kassa/contract';
import type { QueryCreator } from 'kysely';
import type { Reader } from './reader.ts';
import type { Database } from './schema.ts';

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

export interface SubjectKey {
  brandId: string;
  id: string;
}

/**
 * Selects a deposit or withdrawal and its player, and locks them in this order: see {@link lockedPlayer}. The
 * columns are those of the subject, and `erased_at` of the player.
 */
export function lockedWithPlayer(
  query: QueryCreator<Database>,
  table: 'deposits' | 'withdrawals',
  { brandId, id }: SubjectKey,
) {
  return query
    .with('subject', (inner) =>
      inner
        .selectFrom(table as 'deposits')
        .selectAll()
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .forNoKeyUpdate(),
    )
    .with('player', (inner) =>
      inner
        .selectFrom('players')
        .innerJoin('subject', (join) =>
          join
            .onRef('players.brand_id', '=', 'subject.brand_id')
            .onRef('players.id', '=', 'subject.player_id'),
        )
        .select('players.erased_at')
        .forNoKeyUpdate(['players']),
    )
    .selectFrom(['subject', 'player']);
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
