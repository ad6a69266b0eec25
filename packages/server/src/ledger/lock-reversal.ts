import type { Tx } from '../db/connect.ts';
import { lockPlayer } from '../players/lock-player.ts';
import type { Reversal } from './take-back.ts';

/** Locks a reversal, and its player after it. */
export async function lockReversal(tx: Tx, brandId: string, reversalId: string): Promise<Reversal> {
  const reversal = await tx
    .selectFrom('reversals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', reversalId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId, playerId: reversal.player_id });
  return reversal;
}
