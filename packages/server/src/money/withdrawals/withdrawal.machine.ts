import type { WithdrawalStatus } from '@kassa/contract';

/** What a provider's word of a payout may lead to. */
const byProvider = ['sent', 'completed', 'failed'] as const;

/**
 * Where a withdrawal may go from each state. From the moment it is sent only the provider's word
 * moves it: an unknown outcome stays unknown until there is one (design §3.7). What was given up can
 * still turn out to be paid: after the provider had been asked, or where a restore has lost that.
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
  // Unknown where the provider, asked, knows nothing of it any more.
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

/** States that a withdrawal does not leave by itself. */
export function isSettled(status: WithdrawalStatus): boolean {
  return ['completed', 'rejected', 'canceled', 'failed', 'returned'].includes(status);
}

/** Whether it ended without being paid, and the player has the money. */
export function isGivenUp(status: WithdrawalStatus): boolean {
  return ['rejected', 'canceled', 'failed'].includes(status);
}

/**
 * Whether the player may still take it back: no provider can have been asked. While payouts are held
 * that isn't known of any: a restored copy may lack that it was sent.
 */
export function isCancelable(
  { status, send_count }: { status: WithdrawalStatus; send_count: number },
  { arePayoutsHeld }: { arePayoutsHeld: boolean },
): boolean {
  return send_count === 0 && !arePayoutsHeld && canMoveWithdrawal(status, 'canceled');
}
