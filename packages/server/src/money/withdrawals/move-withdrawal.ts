import { encodeWithdrawalWord, padToCurrency, type WithdrawalStatus } from '@kassa/contract';
import type { Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal, WithdrawalsTable } from '../../ground/database/tables/withdrawals.ts';
import { defineChange } from '../../messages/webhooks/record-change.ts';
import type { OutgoingEvent } from '../../messages/webhooks/record-event.ts';
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
 * row of history and the operator's event by the same statement. Returns null if another
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
  const written = { ...ended, ...changes, status: to, updated_at };
  const moved = await recordWithdrawalTransition(core, tx, {
    write: { update: written, row: withdrawal },
    withdrawal: { ...withdrawal, ...written },
    from: withdrawal.status,
    reason,
  });
  return moved ?? null;
}

/** The columns that the operator's event describes, and those that identify the withdrawal. */
type DescribedWithdrawal = Parameters<typeof paidMoneyOf>[0] &
  Pick<
    Withdrawal,
    'id' | 'brand_id' | 'player_id' | 'reference' | 'status' | 'payment_method' | 'currency' | 'fee'
  >;

/**
 * Inserts or updates a withdrawal, appends a row to its history and records the operator's event, by
 * one statement. Returns the written row, or undefined if there is none.
 */
export function recordWithdrawalTransition(
  core: Core,
  tx: Tx,
  {
    write,
    withdrawal,
    from,
    reason,
  }: {
    write: Parameters<typeof recordWithdrawal>[2]['write'];
    withdrawal: DescribedWithdrawal;
    from: WithdrawalStatus | null;
    reason: string;
  },
): Promise<Withdrawal | undefined> {
  const paid = paidMoneyOf(withdrawal);
  const event: OutgoingEvent<'withdrawal.status'> = {
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
  };
  return recordWithdrawal(core, tx, {
    write,
    transition: { from, to: withdrawal.status, reason },
    events: [event],
  });
}

const recordWithdrawal = defineChange('withdrawals');
