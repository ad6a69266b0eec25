import type { Tx } from '../../ground/database/connect.ts';
import type { Reversal } from '../../ground/database/tables/money.ts';
import { lockPlayer } from '../../players/lock-player.ts';

/**
 * Locks a reversal's player, and then the reversal: whoever hears of it again has its deposit and its
 * player by then, and comes to its row last.
 */
export async function lockReversal(tx: Tx, brandId: string, reversalId: string): Promise<Reversal> {
  const find = tx
    .selectFrom('reversals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', reversalId);
  const { player_id: playerId } = await find.executeTakeFirstOrThrow();
  await lockPlayer(tx, { brandId, playerId });
  return find.forNoKeyUpdate().executeTakeFirstOrThrow();
}
