import {
  type Decimal,
  encodeWithdrawalWord,
  toCurrencyDecimals,
  type Withdrawal as WireWithdrawal,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { loadPayoutTransactions } from '../chain-payouts/load-transactions.ts';
import { isCancelableByPlayer } from '../states/withdrawal.machine.ts';
import { paidMoneyOf, restOf, spentOf } from '../withdrawals/payout-money.ts';

/** Builds the responses for withdrawals of one player. */
export async function showWithdrawals(
  core: Core,
  withdrawals: readonly Withdrawal[],
): Promise<WireWithdrawal[]> {
  const transactions = await loadPayoutTransactions(core.db, withdrawals);
  const sent = await loadSendTimes(core, withdrawals);
  return withdrawals.map((withdrawal) => ({
    withdrawalId: withdrawal.id,
    reference: withdrawal.reference,
    paymentMethod: withdrawal.payment_method,
    status: encodeWithdrawalWord(withdrawal.status),
    amount: withdrawal.amount,
    currency: withdrawal.currency,
    fee: withdrawal.fee,
    arrives: paidMoneyOf(withdrawal),
    paidAmount: findPaidAmount(withdrawal),
    destination: withdrawal.destination_masked,
    createdAt: withdrawal.created_at.getTime(),
    sendsAfter: findSendsAfter(core, withdrawal),
    ...sent.get(withdrawal.id),
    isCancelable: isCancelableByPlayer(core, withdrawal),
    endReason: endReasonOf(withdrawal.status),
    transaction: transactions.get(withdrawal.id) ?? null,
  }));
}

/** Builds the response for one withdrawal. */
export async function showWithdrawal(core: Core, withdrawal: Withdrawal): Promise<WireWithdrawal> {
  const [shown] = await showWithdrawals(core, [withdrawal]);
  if (shown === undefined) throw new Error(`Withdrawal ${withdrawal.id} is not shown`);
  return shown;
}

/**
 * Loads when the withdrawals that are on their way were taken by their providers, by their ids. An unknown
 * outcome has no such time.
 */
async function loadSendTimes(
  { db }: Core,
  withdrawals: readonly Withdrawal[],
): Promise<Map<string, { sentAt: number }>> {
  const onTheirWay = withdrawals.filter(({ status }) => status === 'sent');
  const [first] = onTheirWay;
  if (first === undefined) return new Map();
  const rows = await db
    .selectFrom('withdrawal_transitions')
    .select(({ fn }) => ['withdrawal_id', fn.max('created_at').as('at')])
    .where('brand_id', '=', first.brand_id)
    .where(
      'withdrawal_id',
      'in',
      onTheirWay.map(({ id }) => id),
    )
    .where('to_status', '=', 'sent')
    .groupBy('withdrawal_id')
    .execute();
  return new Map(rows.map(({ withdrawal_id, at }) => [withdrawal_id, { sentAt: at.getTime() }]));
}

/** What was paid of a withdrawal that was paid in part, with its fee. */
function findPaidAmount(withdrawal: Withdrawal): Decimal | null {
  if (restOf(withdrawal) === null) return null;
  return toCurrencyDecimals(spentOf(withdrawal), withdrawal.currency);
}

/** The time is of interest only while it is to come and the payout isn't sent. */
function findSendsAfter(
  { now }: Core,
  { sends_after, status, send_count }: Withdrawal,
): number | null {
  const isWaiting = ['requested', 'inReview', 'approved'].includes(status) && send_count === 0;
  return isWaiting && sends_after !== null && sends_after > now() ? sends_after.getTime() : null;
}

function endReasonOf(status: Withdrawal['status']): WireWithdrawal['endReason'] {
  if (status === 'rejected') return 'operator';
  if (status === 'failed') return 'provider';
  return status === 'returned' ? 'returned' : null;
}
