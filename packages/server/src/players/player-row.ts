import { CallError } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../ground/database/connect.ts';

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
 * transaction: first the deposit or withdrawal, then the player, then ledger accounts. Always uses
 * a "no key" update lock: other transactions can then insert rows that reference the locked row (an
 * idempotency key, a transfer). With a stronger lock, two transactions that do both would deadlock.
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

/**
 * Locks the calling player like `lockPlayer`, before rows are created for them. Open sockets may
 * still use a player who was erased meanwhile; a new token creates a new player.
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
