import type { Core } from '../../core/core.ts';
import type { Deposit, Withdrawal } from '../../ground/database/tables/money.ts';
import { loadExternalId } from '../../players/load-external-id.ts';
import { type Approval, requestApproval } from './request-approval.ts';

/** Asks the operator about a deposit or payout, where the brand wants that. */
export async function approveSubject(
  core: Core,
  kind: 'deposit' | 'payout',
  subject: Deposit | Withdrawal,
): Promise<Approval> {
  const { brand_id: brandId, player_id: playerId } = subject;
  if (core.brands.get(brandId)?.approval === null) return { approved: true };
  return requestApproval(core, {
    kind,
    brandId,
    id: subject.id,
    reference: subject.reference,
    playerId: await loadExternalId(core.db, { brandId, playerId }),
    amount: subject.amount,
    currency: subject.currency,
    paymentMethod: subject.payment_method,
    country: subject.country,
  });
}
