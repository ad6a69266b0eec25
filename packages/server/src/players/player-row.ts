import { CallError } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import type { Db, Tx } from '../ground/database/connect.ts';

/** Our id of the operator's player, inside their brand; made when we meet them first. */
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
