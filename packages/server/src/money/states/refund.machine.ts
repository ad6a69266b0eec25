import type { RefundStatus } from '@kassa/contract';

/** The statuses that a provider's event of a refund may lead to. */
const byProvider = ['sent', 'completed', 'failed'] as const;

/**
 * The allowed transitions of a refund that is requested from the provider. Once it is sent, only
 * evidence moves it: an unknown outcome stays unknown until then (design §3.7). A refund that ended
 * without effect can still turn out to be done.
 */
export const refundTransitions: Record<RefundStatus, readonly RefundStatus[]> = {
  // Rejected if the operator's wallet refuses the debit.
  created: ['approved', 'rejected'],
  // In review while payouts are held.
  approved: ['sending', 'inReview', ...byProvider],
  // Approved again if the provider certainly did nothing.
  sending: ['approved', 'unknown', 'inReview', ...byProvider],
  // In review if the provider doesn't know the refund: the operator decides.
  unknown: ['inReview', ...byProvider],
  // Unknown if the provider no longer knows the refund.
  sent: ['completed', 'failed', 'unknown', 'inReview'],
  inReview: ['completed', 'failed'],
  completed: [],
  failed: ['completed'],
  rejected: ['completed'],
};

export function canMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return refundTransitions[from].includes(to);
}

/** Whether a refund ended without effect: the player has its money. */
export function hasEndedUndone(status: RefundStatus): boolean {
  return status === 'failed' || status === 'rejected';
}

/** The statuses of refunds that may still take their money. */
export const openRefundStatuses: readonly RefundStatus[] = (
  Object.keys(refundTransitions) as RefundStatus[]
).filter((status) => status !== 'completed' && !hasEndedUndone(status));
