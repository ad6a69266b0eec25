import {
  CallError,
  encodeWithdrawalWord,
  type Withdrawal as WireWithdrawal,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { lockPlayer, type PlayerRef } from '../../players/player-row.ts';
import { payoutMoneyOf } from './settle-withdrawal.ts';
import { isCancelable } from './withdrawal.machine.ts';

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

/** Loads a player's last withdrawals, newest first. */
export function listWithdrawals(db: Db, owner: PlayerRef): Promise<Withdrawal[]> {
  return db
    .selectFrom('withdrawals')
    .selectAll()
    .where('brand_id', '=', owner.brandId)
    .where('player_id', '=', owner.playerId)
    .orderBy('created_at', 'desc')
    .limit(mostListed)
    .execute();
}

/** Builds the response for a withdrawal. */
export function showWithdrawal(
  core: Pick<Core, 'arePayoutsHeld'>,
  withdrawal: Withdrawal,
): WireWithdrawal {
  return {
    withdrawalId: withdrawal.id,
    reference: withdrawal.reference,
    paymentMethod: withdrawal.payment_method,
    status: encodeWithdrawalWord(withdrawal.status),
    amount: withdrawal.amount,
    currency: withdrawal.currency,
    fee: withdrawal.fee,
    arrives: payoutMoneyOf(withdrawal),
    paidAmount: null,
    destination: withdrawal.destination_masked,
    createdAt: withdrawal.created_at.getTime(),
    sendsAfter: withdrawal.sends_after?.getTime() ?? null,
    isCancelable: isCancelable(withdrawal, core),
    endReason: endReasonOf(withdrawal.status),
    transaction: null,
  };
}

function endReasonOf(status: Withdrawal['status']): WireWithdrawal['endReason'] {
  if (status === 'rejected') return 'operator';
  if (status === 'failed') return 'provider';
  return status === 'returned' ? 'returned' : null;
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
