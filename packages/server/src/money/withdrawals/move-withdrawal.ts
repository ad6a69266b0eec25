import { encodeWithdrawalWord, padToCurrency, type WithdrawalStatus } from '@kassa/contract';
import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal, WithdrawalsTable } from '../../ground/database/tables/withdrawals.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { canMoveWithdrawal, isSettled } from '../states/withdrawal.machine.ts';
import { paidMoneyOf } from './payout-money.ts';
import { planNextCheck } from './plan-next-check.ts';

/** The reason of a transition, and other columns that change with it. */
export interface WithdrawalMove {
  reason: string;
  changes?: Omit<Updateable<WithdrawalsTable>, 'status' | 'id' | 'brand_id' | 'player_id'>;
}

/**
 * Moves a withdrawal to another status, if it still has its present one in the database. Writes a
 * row of history and the operator's event in the same transaction. Returns null if another
 * transaction moved it first.
 * @throws if the machine doesn't allow the transition, which is a bug of the caller.
 */
export async function moveWithdrawal(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  to: WithdrawalStatus,
  { reason, changes = {} }: WithdrawalMove,
): Promise<Withdrawal | null> {
  if (!canMoveWithdrawal(withdrawal.status, to)) {
    throw new Error(`A withdrawal can't go from ${withdrawal.status} to ${to} (${reason})`);
  }
  const updated_at = core.now();
  // An ended withdrawal is followed up for a while, so that a lost notification loses no money.
  const ended = isSettled(to) && {
    next_check_at: planNextCheck({ ...withdrawal, status: to, updated_at }, updated_at),
  };
  const moved = await tx
    .updateTable('withdrawals')
    .set({ ...ended, ...changes, status: to, updated_at })
    .where('brand_id', '=', withdrawal.brand_id)
    .where('id', '=', withdrawal.id)
    .where('status', '=', withdrawal.status)
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined) return null;
  await recordWithdrawalTransition(core, tx, moved, withdrawal.status, reason);
  return moved;
}

/** Appends a row to the withdrawal's history and records the operator's event. */
export async function recordWithdrawalTransition(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  from: WithdrawalStatus | null,
  reason: string,
): Promise<void> {
  const paid = paidMoneyOf(withdrawal);
  await tx
    .insertInto('withdrawal_transitions')
    .values({
      id: uuidv7(),
      brand_id: withdrawal.brand_id,
      withdrawal_id: withdrawal.id,
      from_status: from,
      to_status: withdrawal.status,
      reason,
    })
    .execute();
  await recordEvent(core, tx, {
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    type: 'withdrawal.status',
    data: {
      withdrawalId: withdrawal.id,
      reference: withdrawal.reference,
      status: withdrawal.status,
      word: encodeWithdrawalWord(withdrawal.status),
      paymentType: withdrawal.payment_method,
      paymentMethod: withdrawal.payment_method,
      amount: padToCurrency(withdrawal.amount, withdrawal.currency),
      currency: withdrawal.currency,
      fee: padToCurrency(withdrawal.fee, withdrawal.currency),
      payoutAmount: padToCurrency(paid.amount, paid.currency),
      payoutCurrency: paid.currency,
    },
  });
}
