import type { Tx } from '../ground/database/connect.ts';

/** Whose row: our id of a player, inside their brand. */
export interface PlayerRef {
  brandId: string;
  playerId: string;
}

/**
 * Locks a player's row until the transaction ends, so that what is decided from all of a player's
 * deposits (limits) or numbered for them (events) happens one after the other. In any transaction:
 * first the deposit or withdrawal, then the player, then ledger accounts; never the other way round.
 * "No key" update, of all of them: rows that point at the locked one (a key, a transfer) are written
 * beside it, and two who do both would wait for each other in a circle.
 */
export async function lockPlayer(tx: Tx, { brandId, playerId }: PlayerRef): Promise<void> {
  await tx
    .selectFrom('players')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}
