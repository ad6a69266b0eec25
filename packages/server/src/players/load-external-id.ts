import type { Db } from '../ground/database/connect.ts';
import type { PlayerRef } from './lock-player.ts';

/** The operator's id of a player of ours. */
export async function loadExternalId(db: Db, { brandId, playerId }: PlayerRef): Promise<string> {
  const player = await db
    .selectFrom('players')
    .select('external_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return player.external_id;
}
