import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { PlayersTable } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { OperatorError } from '../operator-error.ts';

export type PlayerRow = Selectable<PlayersTable>;

/** The path's name of a player: Kassa's id, or the operator's own. */
export const playerField = {
  player: z.string().check(z.minLength(1), z.maxLength(200), z.describe("your id or Kassa's")),
};

/**
 * A player of the brand. The operator's own id goes first: it may look like one of ours.
 * @throws OperatorError player.notFound, for another brand's too
 */
export async function findPlayer(db: Db | Tx, brandId: string, player: string): Promise<PlayerRow> {
  const players = db.selectFrom('players').selectAll().where('brand_id', '=', brandId);
  const found =
    (await players.where('external_id', '=', player).executeTakeFirst()) ??
    (isUuid(player) ? await players.where('id', '=', player).executeTakeFirst() : undefined);
  if (found === undefined) {
    const message = 'There is no such player. One who never opened the cashier can be registered.';
    throw new OperatorError('player.notFound', message);
  }
  return found;
}

/** The same as the domain's functions take it. */
export async function findPlayerRef(
  db: Db | Tx,
  brandId: string,
  player: string,
): Promise<{ brandId: string; playerId: string }> {
  const { id } = await findPlayer(db, brandId, player);
  return { brandId, playerId: id };
}
