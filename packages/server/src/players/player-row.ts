import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../ground/database/connect.ts';
import { lockedPlayer, requireNotErased } from '../ground/database/lock-player.ts';

/** Returns Kassa's id of an operator's player of a brand; creates the player's row on first use. */
export async function resolvePlayer(db: Db, brandId: string, externalId: string): Promise<string> {
  const find = () =>
    db
      .selectFrom('players')
      .select('id')
      .where('brand_id', '=', brandId)
      .where('external_id', '=', externalId);
  const found = await find().executeTakeFirst();
  if (found !== undefined) return found.id;
  await db
    .insertInto('players')
    .values({ id: uuidv7(), brand_id: brandId, external_id: externalId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await find().executeTakeFirstOrThrow()).id;
}

/** Returns the operator's id of a player. */
export async function loadExternalId(db: Db, { brandId, playerId }: PlayerRef): Promise<string> {
  const player = await db
    .selectFrom('players')
    .select('external_id')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return player.external_id;
}

/** Identifies a player's row: Kassa's id of the player, and the brand. */
export interface PlayerRef {
  brandId: string;
  playerId: string;
}

/**
 * Locks a player's row until the transaction ends. So everything that depends on all of a player's
 * deposits (limits) or is numbered per player (events) happens sequentially. Lock order in every
 * transaction: first the deposit or withdrawal, then the player, then ledger accounts.
 */
export async function lockPlayer(tx: Tx, player: PlayerRef): Promise<void> {
  await lockedPlayer(tx, player).executeTakeFirstOrThrow();
}

/**
 * Locks the calling player like `lockPlayer`, before rows are created for them.
 * @throws CallError auth.tokenExpired
 */
export async function lockCaller(tx: Tx, player: PlayerRef): Promise<void> {
  requireNotErased(await lockedPlayer(tx, player).executeTakeFirstOrThrow());
}

/** Whether a player's personal data was erased: no more personal data may be stored then. */
export async function isErased(db: Db | Tx, { brandId, playerId }: PlayerRef): Promise<boolean> {
  const { erased_at } = await db
    .selectFrom('players')
    .select('erased_at')
    .where('brand_id', '=', brandId)
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return erased_at !== null;
}
