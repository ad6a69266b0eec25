import type { Refund } from '../../ground/database/tables/refunds.ts';
import { planEndedCheck, planOpenCheck } from '../withdrawals/plan-next-check.ts';

/**
 * Returns the time of the next request about a refund if nothing arrives before; null for none. A
 * failed refund is followed up for three days, as it may be done after all.
 */
export function planNextCheck(
  refund: Pick<Refund, 'status' | 'send_count' | 'check_count' | 'updated_at'>,
  now: Date,
): Date | null {
  switch (refund.status) {
    case 'created':
    case 'inReview':
    case 'completed':
    case 'rejected':
      return null;
    case 'failed':
      // No provider knows a refund that was never sent.
      return refund.send_count === 0 ? null : planEndedCheck(refund, now);
    case 'approved':
    case 'sending':
    case 'sent':
    case 'unknown':
      return planOpenCheck(refund, now);
  }
}
