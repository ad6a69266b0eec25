import { padToCurrency, type RefundStatus } from '@kassa/contract';
import type { Updateable } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Refund, RefundsTable } from '../../ground/database/tables/refunds.ts';
import { defineChange } from '../../messages/webhooks/record-change.ts';
import type { OutgoingEvent } from '../../messages/webhooks/record-event.ts';
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
 * Moves a refund to another status, with a row of history and the operator's event by the same
 * statement. The caller has locked deposit, player and refund.
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
  const written = {
    next_check_at: planNextCheck(checked, updated_at),
    check_count: 0,
    ...changes,
    status: to,
    updated_at,
  };
  const moved = await recordRefundTransition(core, tx, {
    write: { update: written, row: refund },
    refund: { ...refund, ...written },
    from: refund.status,
    reason,
  });
  if (moved === undefined) throw new Error(`Refund ${refund.id} was moved despite its lock`);
  return moved;
}

/** The columns that the operator's event describes, and those that identify the refund. */
type DescribedRefund = Pick<
  Refund,
  | 'id'
  | 'brand_id'
  | 'player_id'
  | 'deposit_id'
  | 'payment_id'
  | 'kind'
  | 'status'
  | 'amount'
  | 'currency'
  | 'account_amount'
  | 'account_currency'
>;

/**
 * Inserts or updates a refund, appends a row to its history and records the operator's event, by one
 * statement. Returns the written row, or undefined if there is none.
 */
export function recordRefundTransition(
  core: Core,
  tx: Tx,
  {
    write,
    refund,
    from,
    reason,
  }: {
    write: Parameters<typeof recordRefund>[2]['write'];
    refund: DescribedRefund;
    from: RefundStatus | null;
    reason: string;
  },
): Promise<Refund | undefined> {
  const { account_amount, account_currency } = refund;
  const event: OutgoingEvent<'refund.status'> = {
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
  };
  return recordRefund(core, tx, {
    write,
    transition: { from, to: refund.status, reason },
    events: [event],
  });
}

const recordRefund = defineChange('refunds');
