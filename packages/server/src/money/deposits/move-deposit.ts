import {
  type Decimal,
  type DepositStatus,
  encodeStatusWord,
  padToCurrency,
  type WebhookData,
} from '@kassa/contract';
import type { Updateable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, DepositsTable } from '../../ground/database/tables/money.ts';
import { recordEvent } from '../../messages/webhooks/record-event.ts';
import { freeRequisite } from '../requisites/free-requisite.ts';
import { canMove, hasMoney, isOpen } from '../states/deposit.machine.ts';
import { coinsOf } from '../sweepstake/coin-grants.ts';
import { creditClaim } from './claims.ts';
import { planNextCheck } from './plan-next-check.ts';

/** The reason of a transition, and other columns that change with it. */
export interface Move {
  reason: string;
  changes?: Changes;
}

type Changes = Omit<Updateable<DepositsTable>, 'status' | 'id' | 'brand_id' | 'player_id'>;

/**
 * Moves a deposit to another status, if it still has its present one in the database. Writes a row
 * of history and the operator's event in the same transaction. Returns null if another transaction
 * moved it first.
 * @throws if the machine doesn't allow the transition, which is a bug of the caller.
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
  // Every status is followed up, only at different intervals, so that a lost notification loses no
  // money.
  const late_until = hasMoney(to) ? null : (changes.late_until ?? deposit.late_until);
  const next_check_at = planNextCheck({ ...deposit, late_until, status: to }, core.now());
  const moved = await tx
    .updateTable('deposits')
    .set({
      next_check_at,
      // The fields that the provider asked for are obsolete once the deposit can't continue.
      ...(isOpen(to) ? {} : { required_fields: null, continued_at: null }),
      ...changes,
      late_until,
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
  if (moved.requisite_id !== null && !isOpen(to)) {
    await freeRequisite(core, tx, moved, { isPaid: hasMoney(to) });
  }
  if (to === 'processed') await creditClaim(core, tx, moved);
  return moved;
}

/** Appends a row to the deposit's history and records the operator's event. */
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

/** Builds the webhook data of a deposit. */
function describeDeposit(deposit: Deposit): WebhookData<'deposit.status'> {
  const inAccount = (amount: Decimal) => padToCurrency(amount, deposit.account_currency);
  return {
    depositId: deposit.id,
    reference: deposit.reference,
    status: deposit.status,
    word: encodeStatusWord(deposit.status),
    paymentType: deposit.payment_method,
    paymentMethod: deposit.payment_method,
    amount: padToCurrency(deposit.amount, deposit.currency),
    currency: deposit.currency,
    creditedAmount: inAccount(deposit.credited_amount),
    reversedAmount: inAccount(deposit.reversed_amount),
    refundedAmount: inAccount(deposit.refunded_amount),
    chargedBackAmount: inAccount(deposit.charged_back_amount),
    accountCurrency: deposit.account_currency,
    declineReason: deposit.status === 'declined' ? deposit.decline_reason : null,
    ...describePackage(deposit),
  };
}

function describePackage(deposit: Deposit): Pick<WebhookData<'deposit.status'>, 'package'> {
  const { box_id: boxId } = deposit;
  const coins = coinsOf(deposit);
  return boxId === null || coins === null ? {} : { package: { boxId, ...coins } };
}
