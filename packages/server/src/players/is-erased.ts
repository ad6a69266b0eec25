import type { Db, Tx } from '../ground/database/connect.ts';
import type { PlayerRef } from './lock-player.ts';

/** Whether a player's personal data was erased: nothing of the person is written down any more. */
export async function isErased(db: Db | Tx, { brandId, playerId }: PlayerRef): Promise<boolean> {
  const { erased_at } = await db
    .selectFrom('players')
    .select('erased_at')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return erased_at !== null;
}
