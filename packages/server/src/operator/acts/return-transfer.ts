import { CallError, compareDecimals } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { lockWithdrawal } from '../../money/withdrawals/load-withdrawal.ts';
import { paidMoneyOf } from '../../money/withdrawals/payout-money.ts';
import { OperatorError } from '../operator-error.ts';
import { requireDistinctTransfer } from './require-distinct.ts';
import { closeTransfer, lockInReview } from './transfer-acts.ts';
import { resolveWithdrawal } from './withdrawal-acts.ts';

interface ReturnAct {
  brandId: string;
  transferId: string;
  withdrawalId: string;
  /** Less came than was paid, and the player gets the whole amount back all the same. */
  isWhole: boolean;
  /** What a person has seen beside it (require-distinct.ts). */
  separateFrom?: readonly string[] | undefined;
  /** The name of the key, for the history. */
  actor: string;
  reason: string;
}

/**
 * Closes a transfer in review as the payout of a withdrawal that came back: the withdrawal is
 * returned to its player, unless the provider has reported that before, and the transfer is
 * dismissed, in one transaction. A withdrawal is returned by one transfer alone.
 * @returns whether the withdrawal was returned already, and the withdrawal
 * @throws OperatorError bankTransfer.notFound, bankTransfer.otherAmount, money.resembles, act.impossible if the
 * transfer isn't in review or another one is this withdrawal's; CallError withdrawal.notFound,
 * withdrawal.notOpen
 */
export async function returnTransfer(
  core: Core,
  tx: Tx,
  act: ReturnAct,
): Promise<{ withdrawal: Withdrawal; wasReturned: boolean }> {
  const { brandId, transferId, withdrawalId, actor, reason } = act;
  const transfer = await lockInReview(tx, brandId, transferId);
  // The same money may have been credited to a deposit, by a report with less words.
  const { separateFrom } = act;
  await requireDistinctTransfer(core, tx, transfer, { depositId: null, separateFrom });
  const withdrawal = await lockWithdrawal(tx, brandId, withdrawalId);
  if (withdrawal === undefined) {
    throw new CallError('withdrawal.notFound', 'There is no such withdrawal.');
  }
  await requireFirst(tx, withdrawal);
  requirePaidAmount(transfer, withdrawal, act);
  const wasReturned = withdrawal.status === 'returned';
  const told = `${reason} (bank transfer ${transferId})`;
  const after = wasReturned
    ? withdrawal
    : await resolveWithdrawal(core, tx, { ...act, status: 'returned', reason: told });
  await closeTransfer(core, tx, transfer, {
    status: 'dismissed',
    withdrawal_id: withdrawal.id,
    resolved_reason: `${actor}: ${reason}`,
  });
  return { withdrawal: after, wasReturned };
}

/** Money that comes back a second time is other money. */
async function requireFirst(tx: Tx, { brand_id, id, reference }: Withdrawal): Promise<void> {
  const before = await tx
    .selectFrom('bank_transfers')
    .select('id')
    .where('brand_id', '=', brand_id)
    .where('withdrawal_id', '=', id)
    .where('status', '=', 'dismissed')
    .executeTakeFirst();
  if (before === undefined) return;
  const message = `The money of ${reference} has come back before, as the bank transfer ${before.id}. If this is the same money, dismiss it with sameAs; if it is another payout's, name that withdrawal.`;
  throw new OperatorError('act.impossible', message);
}

/** The player gets back what was paid, so nothing else may have come. */
function requirePaidAmount(
  came: BankTransfer,
  withdrawal: Withdrawal,
  { isWhole }: ReturnAct,
): void {
  const paid = paidMoneyOf(withdrawal);
  const order = compareDecimals(came.amount, paid.amount);
  const isAllowed = order === 0 || (order < 0 && isWhole);
  if (came.currency === paid.currency && isAllowed) return;
  const isLess = order < 0 && came.currency === paid.currency;
  const wayOut = isLess
    ? 'Repeat it with isWhole to bear the difference'
    : 'Name another withdrawal';
  const message = `The payout was ${paid.amount} ${paid.currency}, and ${came.amount} ${came.currency} came back. ${wayOut}, or credit what came as a correction and dismiss this transfer.`;
  throw new OperatorError('bankTransfer.otherAmount', message, [], {
    came: came.amount,
    paid: paid.amount,
    currency: paid.currency,
  });
}
