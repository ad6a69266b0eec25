import { padToCurrency, type RefundStatus } from '@kassa/contract';
import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Refund, RefundsTable } from '../../ground/database/tables/refunds.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { canMoveRefund } from '../states/refund.machine.ts';
import { planNextCheck } from './plan-next-check.ts';

/** The reason of a transition, and other columns that change with it. */
interface RefundMove {
  reason: string;
  changes?: Pick<
    Updateable<RefundsTable>,
    'send_count' | 'provider_reference' | 'next_check_at' | 'check_count'
  >;
}

/**
 * Moves a refund to another status, with a row of history and the operator's event in the same
 * transaction. The caller has locked deposit, player and refund.
 * @throws if the machine doesn't allow the transition, or if another transaction moved the refund,
 * which are bugs of the caller.
 */
export async function moveRefund(
  core: Core,
  tx: Tx,
  refund: Refund,
  to: RefundStatus,
  { reason, changes = {} }: RefundMove,
): Promise<Refund> {
  if (!canMoveRefund(refund.status, to)) {
    throw new Error(`A refund can't go from ${refund.status} to ${to} (${reason})`);
  }
  const updated_at = core.now();
  const checked = { ...refund, ...changes, status: to, updated_at, check_count: 0 };
  const moved = await tx
    .updateTable('refunds')
    .set({
      next_check_at: planNextCheck(checked, updated_at),
      check_count: 0,
      ...changes,
      status: to,
      updated_at,
    })
    .where('brand_id', '=', refund.brand_id)
    .where('id', '=', refund.id)
    .where('status', '=', refund.status)
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordRefundTransition(core, tx, moved, refund.status, reason);
  return moved;
}

/** Appends a row to the refund's history and records the operator's event. */
export async function recordRefundTransition(
  core: Core,
  tx: Tx,
  refund: Refund,
  from: RefundStatus | null,
  reason: string,
): Promise<void> {
  const { account_amount, account_currency } = refund;
  await tx
    .insertInto('refund_transitions')
    .values({
      id: uuidv7(),
      brand_id: refund.brand_id,
      refund_id: refund.id,
      from_status: from,
      to_status: refund.status,
      reason,
    })
    .execute();
  await recordEvent(core, tx, {
    brandId: refund.brand_id,
    playerId: refund.player_id,
    type: 'refund.status',
    data: {
      refundId: refund.id,
      depositId: refund.deposit_id,
      paymentId: refund.payment_id,
      kind: refund.kind,
      status: refund.status,
      amount: padToCurrency(refund.amount, refund.currency),
      currency: refund.currency,
      accountAmount:
        account_amount === null || account_currency === null
          ? null
          : padToCurrency(account_amount, account_currency),
      accountCurrency: account_currency,
    },
  });
}
