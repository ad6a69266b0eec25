import { CallError } from '@kassa/contract';
import type { Tx } from '../ground/database/connect.ts';
import type { PlayerRef } from './lock-player.ts';

/**
 * Locks the player who calls, as `lockPlayer` does, before anything is made for them. Whoever was
 * erased meanwhile is still known to open sockets for a while: a fresh token makes a new player.
 * @throws CallError auth.tokenExpired
 */
export async function lockCaller(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  const { erased_at } = await tx
    .selectFrom('players')
    .select('erased_at')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  if (erased_at !== null) {
    throw new CallError('auth.tokenExpired', 'This player was erased; a fresh token is needed.');
  }
}
