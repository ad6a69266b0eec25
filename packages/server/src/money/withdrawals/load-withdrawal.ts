import { CallError } from '@kassa/contract';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';

const mostListed = 50;

/**
 * Loads a player's own withdrawal. A withdrawal of another player, of another brand and one that
 * doesn't exist give the same 404 (design §3.10).
 * @throws CallError withdrawal.notFound
 */
export async function loadWithdrawal(
  db: Db,
  owner: PlayerRef,
  withdrawalId: string,
): Promise<Withdrawal> {
  const withdrawal = isUuid(withdrawalId)
    ? await db
        .selectFrom('withdrawals')
        .selectAll()
        .where('brand_id', '=', owner.brandId)
        .where('player_id', '=', owner.playerId)
        .where('id', '=', withdrawalId)
        .executeTakeFirst()
    : undefined;
  if (withdrawal === undefined) {
    throw new CallError('withdrawal.notFound', 'There is no such withdrawal.');
  }
  return withdrawal;
}

/**
 * Loads a player's last withdrawals, newest first. Those that were refused when they were requested
 * are none for the player.
 */
export function listWithdrawals(db: Db, owner: PlayerRef): Promise<Withdrawal[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', owner.brandId)
    .where('player_id', '=', owner.playerId)
    .where('failure_code', 'is', null)
    .orderBy('created_at', 'desc')
    .limit(mostListed)
    .execute();
}

/** Locks a withdrawal, and then its player. */
export async function lockWithdrawal(
  tx: Tx,
  brandId: string,
  withdrawalId: string,
): Promise<Withdrawal | undefined> {
  if (!isUuid(withdrawalId)) return undefined;
  const withdrawal = await tx
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', withdrawalId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (withdrawal !== undefined) {
    await lockPlayer(tx, { brandId, playerId: withdrawal.player_id });
  }
  return withdrawal;
}
