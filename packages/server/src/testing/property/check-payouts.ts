import { compareDecimals, type Money } from '@kassa/contract';
import { paidMoneyOf, payoutMoneyOf } from '../../money/withdrawals/payout-money.ts';
import { isPayoutListed } from './find-missed.ts';
import type { StoredRows } from './load-stored-rows.ts';
import { isMisreported } from './provider-records.ts';
import type { World } from './world.ts';

const isSame = (left: Money, right: Money) =>
  left.currency === right.currency && compareDecimals(left.amount, right.amount) === 0;

/**
 * Each withdrawal ends with the provider's status; if the provider never paid, the money was given
 * back.
 */
export function checkPayouts({ provider }: World, { withdrawals }: StoredRows): string[] {
  const known = new Set(withdrawals.map(({ id }) => id));
  const unknown = [...provider.payouts.keys()].filter((id) => !known.has(id));
  const problems = unknown.map((id) => `payout ${id} belongs to no withdrawal`);
  const unpaid = new Set<string>(['rejected', 'failed', 'canceled']);
  for (const row of withdrawals) {
    const { id, status } = row;
    const payout = provider.payouts.get(id);
    const truth = payout?.status ?? 'failed';
    const isRight = truth === 'failed' ? unpaid.has(status) : status === truth;
    if (!isRight) problems.push(`withdrawal ${id} is ${status}, and really ${truth}`);
    const asked = payoutMoneyOf(row);
    if (payout !== undefined && !isSame(payout.money, asked)) {
      const { amount, currency } = payout.money;
      problems.push(`withdrawal ${id} of ${asked.amount} was asked for as ${amount} ${currency}`);
    }
    const paid = paidMoneyOf(row);
    const isInPart = row.paid_amount !== null;
    if (isInPart && (payout?.part == null || !isSame(payout.part, paid))) {
      problems.push(`withdrawal ${id} paid ${paid.amount}, and really ${payout?.part?.amount}`);
    }
  }
  return problems;
}

/**
 * A payout that the provider reported with other money than the withdrawal's is listed for a person
 * until they decide, and books nothing: only an operator's word leads to that status.
 */
export function checkEvidence({ provider }: World, stored: StoredRows): string[] {
  const problems: string[] = [];
  for (const { withdrawal_id: id, to_status, reason } of stored.withdrawalMoves) {
    const isPaid = to_status === 'completed' || to_status === 'returned';
    if (!isPaid || reason.includes('(operator ')) continue;
    // The first half of a return, whose second half is checked.
    if (reason === 'the provider paid it') continue;
    if (!provider.payouts.get(id)?.rightly.has(to_status)) {
      problems.push(`withdrawal ${id} became ${to_status} by a report of other money: ${reason}`);
    }
  }
  // A report that comes again after the operator's word is a duplicate.
  const decided = new Set(
    stored.withdrawalMoves
      .filter(({ reason }) => reason.includes('(operator '))
      .map((move) => move.withdrawal_id),
  );
  for (const payout of provider.payouts.values()) {
    const isHandled = decided.has(payout.withdrawalId) || isPayoutListed(stored, payout);
    if (isMisreported(payout) && !isHandled) {
      problems.push(`payout ${payout.id} of other money is not listed for a person`);
    }
    // A part gives the rest back, unless an operator decides on it.
    const row = stored.withdrawals.find(({ id }) => id === payout.withdrawalId);
    if (payout.part !== null && row?.paid_amount == null && !isHandled) {
      problems.push(`payout ${payout.id} in part gave nothing back`);
    }
  }
  return problems;
}
