import { CallError, compareDecimals, type Decimal, type Money } from '@kassa/contract';
import type { Core } from '../core/core.ts';
import type { Db, Tx } from '../ground/database/connect.ts';
import { lockPlayer, type PlayerRef } from './player-row.ts';

/** A total before and after a report; null: none was reported. */
export interface TurnoverChange {
  before: Decimal | null;
  after: Decimal;
}

/** Returns everything that a player ever wagered in a currency, as the operator reported it. */
export async function loadTurnover(
  db: Db | Tx,
  { brandId, playerId, currency }: PlayerRef & { currency: string },
): Promise<Decimal> {
  return (await findTotal(db, { brandId, playerId }, currency)) ?? '0';
}

/** Lists what a player ever wagered, by currency. */
export function listTurnover(
  db: Db,
  { brandId, playerId }: PlayerRef,
): Promise<{ currency: string; total: Decimal; updated_at: Date }[]> {
  return db
    .selectFrom('player_turnover')
    .select(['currency', 'total', 'updated_at'])
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .orderBy('currency')
    .execute();
}

async function findTotal(
  db: Db | Tx,
  { brandId, playerId }: PlayerRef,
  currency: string,
): Promise<Decimal | null> {
  const row = await db
    .selectFrom('player_turnover')
    .select('total')
    .where('brand_id', '=', brandId)
    .where('player_id', '=', playerId)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.total ?? null;
}

/**
 * Stores an operator's report of everything that a player ever wagered in a currency. A lower total
 * than an earlier one changes nothing, as reports may arrive in any order.
 * @throws CallError request.invalid for a negative total
 */
export async function reportTurnover(
  core: Pick<Core, 'now'>,
  tx: Tx,
  player: PlayerRef,
  { amount: total, currency }: Money,
): Promise<TurnoverChange> {
  if (compareDecimals(total, '0') < 0) {
    throw new CallError('request.invalid', 'total: must not be negative', { field: 'total' });
  }
  await lockPlayer(tx, player);
  const before = await findTotal(tx, player, currency);
  if (before !== null && compareDecimals(total, before) <= 0) return { before, after: before };
  const values = { total, updated_at: core.now() };
  await tx
    .insertInto('player_turnover')
    .values({ brand_id: player.brandId, player_id: player.playerId, currency, ...values })
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'player_id', 'currency']).doUpdateSet(values),
    )
    .execute();
  return { before, after: total };
}
