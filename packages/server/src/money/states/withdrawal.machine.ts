import type { WithdrawalStatus } from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';

/** The statuses that a provider's event of a payout may lead to. */
const byProvider = ['sent', 'completed', 'failed'] as const;

/**
 * The allowed transitions of a withdrawal. Once it is sent, only evidence of the provider moves it:
 * an unknown outcome stays unknown until then (design §3.7). A withdrawal that ended unpaid can
 * still turn out to be paid: after the provider had been asked, or if a restore lost the record of
 * that.
 */
export const withdrawalTransitions: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  // Rejected if the operator's wallet refuses the hold.
  created: ['requested', 'rejected'],
  requested: ['inReview', 'approved', 'rejected', 'canceled'],
  inReview: ['approved', 'rejected', 'canceled', ...byProvider, 'returned'],
  approved: ['sending', 'inReview', 'rejected', 'canceled', ...byProvider, 'returned'],
  // Approved again if the provider certainly did nothing.
  sending: ['approved', 'inReview', 'unknown', 'returned', ...byProvider],
  // In review if the provider doesn't know the payout: the operator decides.
  unknown: ['inReview', 'returned', ...byProvider],
  // Unknown if the provider no longer knows the payout.
  sent: ['completed', 'failed', 'returned', 'unknown'],
  completed: ['returned'],
  rejected: ['completed', 'returned'],
  failed: ['completed', 'returned'],
  canceled: ['completed', 'returned'],
  returned: [],
};

export function canMoveWithdrawal(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return withdrawalTransitions[from].includes(to);
}

/** Whether a withdrawal has ended; only evidence of the provider leads out of these statuses. */
export function isSettled(status: WithdrawalStatus): boolean {
  return ['completed', 'rejected', 'canceled', 'failed', 'returned'].includes(status);
}

/** Whether a withdrawal ended unpaid, with its money released to the player. */
export function hasEndedUnpaid(status: WithdrawalStatus): boolean {
  return ['rejected', 'canceled', 'failed'].includes(status);
}

/**
 * Whether the player may still cancel a withdrawal: no provider can have been asked. While payouts
 * are held that is never certain, since a restored copy may lack the record of its sending.
 */
export function isCancelable(
  { status, send_count }: { status: WithdrawalStatus; send_count: number },
  { arePayoutsHeld }: { arePayoutsHeld: boolean },
): boolean {
  return send_count === 0 && !arePayoutsHeld && canMoveWithdrawal(status, 'canceled');
}

/** The same of a withdrawal of a brand, which may forbid it in the withdrawal's country. */
export function isCancelableByPlayer(
  core: Pick<Core, 'brands' | 'arePayoutsHeld'>,
  withdrawal: Pick<Withdrawal, 'brand_id' | 'country' | 'status' | 'send_count'>,
): boolean {
  const noCancelIn = core.brands.get(withdrawal.brand_id)?.withdrawals.noCancelIn ?? [];
  const isForbidden = withdrawal.country !== null && noCancelIn.includes(withdrawal.country);
  return !isForbidden && isCancelable(withdrawal, core);
}
