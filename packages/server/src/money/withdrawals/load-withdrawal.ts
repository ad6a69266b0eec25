import { CallError } from '@kassa/contract';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { lockedWithPlayer, type SubjectKey } from '../../ground/database/lock-player.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import { withdrawalColumns } from '../../ground/database/tables/columns.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import type { PlayerRef } from '../../players/player-row.ts';

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

/** Locks a withdrawal, and then its player, by one statement. */
export async function lockWithdrawal(
  tx: Tx,
  brandId: string,
  withdrawalId: string,
): Promise<Withdrawal | undefined> {
  if (!isUuid(withdrawalId)) return undefined;
  const [withdrawal] = await lockBoth(tx, { brandId, id: withdrawalId });
  return withdrawal;
}

const lockBoth = compileOnce<SubjectKey, Withdrawal>((tx, of) =>
  lockedWithPlayer(tx, 'withdrawals', of)
    .select(withdrawalColumns as never)
    .modifyEnd(asPrepared),
);
