import { type DepositStatus, encodeStatusWord, type WebhookData } from '@kassa/contract';
import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, DepositsTable } from '../../ground/database/tables/money.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { canMove, isOpen } from './deposit.machine.ts';
import { planNextCheck } from './plan-next-check.ts';

/** Why a deposit moves, and what else changes with it. */
export interface Move {
  reason: string;
  changes?: Changes;
}

type Changes = Omit<Updateable<DepositsTable>, 'status' | 'id' | 'brand_id' | 'player_id'>;

/**
 * Moves a deposit to another state: guarded by its present one in SQL, with a row of history and
 * the operator's event beside it. Returns null where another transaction moved it first.
 * @throws on a transition that the machine doesn't know: that is a bug in the caller.
 */
export async function moveDeposit(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: DepositStatus,
  { reason, changes = {} }: Move,
): Promise<Deposit | null> {
  if (!canMove(deposit.status, to)) {
    throw new Error(`A deposit can't go from ${deposit.status} to ${to} (${reason})`);
  }
  // A lost notification loses no money in any state, only the pauses differ.
  const next_check_at = planNextCheck({ ...deposit, status: to }, core.now());
  const moved = await tx
    .updateTable('deposits')
    .set({
      next_check_at,
      // What a provider wanted to know besides is of no use once it can't be said any more.
      ...(isOpen(to) ? {} : { required_fields: null, continued_at: null }),
      ...changes,
      status: to,
      updated_at: core.now(),
    })
    .where('brand_id', '=', deposit.brand_id)
    .where('id', '=', deposit.id)
    .where('status', '=', deposit.status)
    .returningAll()
    .executeTakeFirst();
  if (moved === undefined) return null;
  await recordTransition(core, tx, moved, deposit.status, reason);
  return moved;
}

/** Appends a row to the deposit's history, and tells the operator. */
export async function recordTransition(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  from: DepositStatus | null,
  reason: string,
): Promise<void> {
  await tx
    .insertInto('deposit_transitions')
    .values({
      id: uuidv7(),
      brand_id: deposit.brand_id,
      deposit_id: deposit.id,
      from_status: from,
      to_status: deposit.status,
      reason,
    })
    .execute();
  await recordEvent(core, tx, {
    brandId: deposit.brand_id,
    playerId: deposit.player_id,
    type: 'deposit.status',
    data: describeDeposit(deposit),
  });
}

/** A deposit as the operator is told of it. */
function describeDeposit(deposit: Deposit): WebhookData<'deposit.status'> {
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    status: deposit.status,
    word: encodeStatusWord(deposit.status),
    paymentMethod: deposit.payment_method,
    amount: deposit.amount,
    currency: deposit.currency,
    creditedAmount: deposit.credited_amount,
    reversedAmount: deposit.reversed_amount,
    accountCurrency: deposit.account_currency,
    declineReason: deposit.status === 'declined' ? deposit.decline_reason : null,
  };
}
