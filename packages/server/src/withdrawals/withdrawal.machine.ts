import type { WithdrawalStatus } from '@kassa/contract';

/** What a provider's word of a payout may lead to. */
const byProvider = ['sent', 'completed', 'failed'] as const;

/**
 * Where a withdrawal may go from each state. From the moment it is sent only the provider's word
 * moves it: an unknown outcome stays unknown until there is one (design §3.7). What was given up
 * (rejected, failed) after the provider had been asked can still turn out to be paid.
 */
export const withdrawalTransitions: Record<WithdrawalStatus, readonly WithdrawalStatus[]> = {
  // Rejected where the operator's wallet refuses to hold the money.
  created: ['requested', 'rejected'],
  requested: ['inReview', 'approved', 'rejected', 'canceled'],
  inReview: ['approved', 'rejected', 'canceled', ...byProvider, 'returned'],
  approved: ['sending', 'inReview', 'rejected', 'canceled', ...byProvider, 'returned'],
  // Approved again where the provider certainly did nothing.
  sending: ['approved', 'inReview', 'unknown', 'returned', ...byProvider],
  // In review where the provider knows nothing of it: a person decides.
  unknown: ['inReview', 'returned', ...byProvider],
  sent: ['completed', 'failed', 'returned'],
  completed: ['returned'],
  rejected: ['completed', 'returned'],
  failed: ['completed', 'returned'],
  canceled: [],
  returned: [],
};

export function canMoveWithdrawal(from: WithdrawalStatus, to: WithdrawalStatus): boolean {
  return withdrawalTransitions[from].includes(to);
}

/** States that a withdrawal does not leave by itself. */
export function isSettled(status: WithdrawalStatus): boolean {
  return ['completed', 'rejected', 'canceled', 'failed', 'returned'].includes(status);
}

/** Whether the player may still take it back: no provider can have been asked. */
export function isCancelable(status: WithdrawalStatus, sendCount: number): boolean {
  return sendCount === 0 && canMoveWithdrawal(status, 'canceled');
}
