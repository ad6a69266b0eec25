import { compareDecimals } from '@kassa/contract';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/known-receipt.ts';
import { canMoveWithdrawal, hasEndedUnpaid, isSettled } from '../states/withdrawal.machine.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { moneyOf, paidMoneyOf, payoutMoneyOf } from '../withdrawals/payout-money.ts';
import {
  completeWithdrawal,
  releaseWithdrawal,
  returnWithdrawal,
} from '../withdrawals/settle-withdrawal.ts';
import { bookLateFee } from './payout-fee.ts';
import { recordReversal } from './reversals.ts';

/** An event of a payout. The provider's id may be unknown if an operator reports the event. */
type PayoutEvent = Omit<ProviderPayout, 'providerReference'> & { providerReference: string | null };

/**
 * Applies a payout event. Safe for events that are repeated, late or out of order. A payout of
 * another amount or currency than the withdrawal's is left to a person (`conflicting`).
 */
export async function applyPayout(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  payout: PayoutEvent,
): Promise<Applied> {
  const withdrawal = await lockWithdrawal(tx, evidence.brandId, payout.withdrawalId);
  if (withdrawal?.connector !== evidence.connector) {
    return { outcome: 'unknownSubject', changed: null };
  }
  const reason = `reported as ${payout.status} (${evidence.source})`;
  switch (payout.status) {
    case 'pending':
      return { outcome: 'unchanged', changed: null };
    case 'sent':
      return applySent(core, tx, withdrawal, payout, reason);
    case 'completed':
    case 'returned':
      return applyPaid(core, tx, withdrawal, evidence, payout, reason);
    case 'failed':
      return applyFailed(core, tx, withdrawal, evidence, payout, reason);
  }
}

async function applySent(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { providerReference }: PayoutEvent,
  reason: string,
): Promise<Applied> {
  if (!canMoveWithdrawal(withdrawal.status, 'sent')) return { outcome: 'unchanged', changed: null };
  const provider_reference = chooseReference(withdrawal, providerReference);
  const changes = { provider_reference, next_check_at: core.now() };
  const changed = await moveWithdrawal(core, tx, withdrawal, 'sent', { reason, changes });
  return { outcome: 'moved', changed };
}

/**
 * Returns the provider's reference of the last request. Of a withdrawal that was sent again, an
 * event may be about an earlier request: only the response to the last one has its reference.
 */
function chooseReference(
  { send_count, provider_reference: known }: Withdrawal,
  reported: string | null,
): string | null {
  return send_count > 1 ? known : (reported ?? known);
}

/** Applies evidence that the payout was paid, and books its fee even if it was returned later. */
async function applyPaid(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  evidence: Evidence,
  payout: PayoutEvent,
  reason: string,
): Promise<Applied> {
  const isInPart = isPaidInPart(core, withdrawal, payout);
  if (!isInPart && !isPaidAsAsked(withdrawal, evidence, payout)) {
    return leaveToPerson(core, tx, withdrawal, payout, reason);
  }
  const applied =
    payout.status === 'completed'
      ? await applyCompleted(core, tx, withdrawal, evidence, payout, reason)
      : await applyReturned(core, tx, withdrawal, payout, reason);
  if (applied.outcome !== 'contradicting') {
    await bookLateFee(tx, withdrawal, { fee: payout.fee, source: evidence.source });
  }
  return applied;
}

/**
 * Whether a provider that may pay a part reports less than it was asked for, of an open withdrawal.
 * The part of one that ended unpaid is left to a person.
 */
function isPaidInPart(
  { brands }: Pick<Core, 'brands'>,
  withdrawal: Withdrawal,
  { status, paid }: PayoutEvent,
): boolean {
  const { brand_id, connector } = withdrawal;
  if (status !== 'completed' || paid == null || isSettled(withdrawal.status)) return false;
  if (brands.get(brand_id)?.accounts.get(connector)?.canPayInPart !== true) return false;
  const asked = payoutMoneyOf(withdrawal);
  const isPart =
    compareDecimals(paid.amount, '0') > 0 && compareDecimals(paid.amount, asked.amount) < 0;
  return isPart && paid.currency === asked.currency;
}

/**
 * Whether a payout was paid in the amount and currency that its withdrawal is to bring, or has
 * brought. An operator's word is about that amount. An event that an earlier release stored has no amount.
 */
function isPaidAsAsked(
  withdrawal: Withdrawal,
  { confirmedBy }: Evidence,
  { paid }: PayoutEvent,
): boolean {
  if (confirmedBy === 'operator') return true;
  return paid != null && isSameMoney(paid, paidMoneyOf(withdrawal));
}

/**
 * Leaves a payout of another amount to a person. Nothing is booked, and the money stays held. A
 * withdrawal that would be sent now goes to review; the outcome of one that is being sent is
 * unknown.
 */
async function leaveToPerson(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { status: reportedStatus, paid, providerReference }: PayoutEvent,
  reported: string,
): Promise<Applied> {
  const { id: withdrawalId, status, misreported_at } = withdrawal;
  const { amount, currency } = paidMoneyOf(withdrawal);
  const isResolved = status === reportedStatus || status === 'returned';
  // An operator has decided on the same report before.
  if (misreported_at !== null && isResolved) return { outcome: 'duplicate', changed: null };
  const said = paid == null ? 'without an amount' : `with ${paid.amount} ${paid.currency}`;
  const reason = `${reported} ${said}, not ${amount} ${currency}: a person must ask the provider`;
  core.log.error({ withdrawalId, paid }, 'a payout has another amount than its withdrawal');
  if (misreported_at === null) {
    await tx
      .updateTable('withdrawals')
      .set({ misreported_at: core.now() })
      .where('brand_id', '=', withdrawal.brand_id)
      .where('id', '=', withdrawalId)
      .execute();
  }
  if (status !== 'approved' && status !== 'sending') {
    return { outcome: 'conflicting', changed: null };
  }
  const provider_reference = chooseReference(withdrawal, providerReference);
  const changed =
    status === 'approved'
      ? await moveWithdrawal(core, tx, withdrawal, 'inReview', {
          reason,
          changes: { next_check_at: null },
        })
      : await moveWithdrawal(core, tx, withdrawal, 'unknown', {
          reason,
          changes: { provider_reference, next_check_at: core.now() },
        });
  return { outcome: 'conflicting', changed };
}

async function applyCompleted(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  evidence: Evidence,
  { providerReference, fee, paid }: PayoutEvent,
  reason: string,
): Promise<Applied> {
  if (withdrawal.status === 'completed' || withdrawal.status === 'returned') {
    return { outcome: 'duplicate', changed: null };
  }
  if (!canMoveWithdrawal(withdrawal.status, 'completed')) {
    return { outcome: 'contradicting', changed: null };
  }
  if (!hasEndedUnpaid(withdrawal.status)) {
    const paidInPart =
      paid != null && isSameMoney(paid, payoutMoneyOf(withdrawal)) ? null : (paid?.amount ?? null);
    const changed = await completeWithdrawal(core, tx, withdrawal, {
      reason,
      fee,
      paidInPart,
      providerReference,
    });
    return { outcome: 'moved', changed };
  }
  // The hold was released, and the payout was paid as well: the player has the money twice.
  const taken = await recordReversal(core, tx, {
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    depositId: null,
    withdrawalId: withdrawal.id,
    paymentId: null,
    connector: withdrawal.connector,
    subject: withdrawal,
    kind: 'latePayout',
    providerReversalId: `late payout ${withdrawal.id}`,
    confirmedBy: evidence.confirmedBy,
    taken: payoutMoneyOf(withdrawal),
    conversion: { money: moneyOf(withdrawal), rounding: '0' },
    coins: null,
    evidence: `${evidence.source} (${providerReference ?? 'without an id'})`,
  });
  if (taken === null) return { outcome: 'duplicate', changed: null };
  core.log.error(
    { withdrawalId: withdrawal.id },
    'a withdrawal was paid after it had ended unpaid',
  );
  const provider_reference = providerReference ?? withdrawal.provider_reference;
  const changed = await moveWithdrawal(core, tx, withdrawal, 'completed', {
    reason,
    changes: { provider_reference },
  });
  return { outcome: 'moved', changed };
}

async function applyFailed(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  evidence: Evidence,
  payout: PayoutEvent,
  reason: string,
): Promise<Applied> {
  if (withdrawal.status === 'completed') return { outcome: 'contradicting', changed: null };
  if (!canMoveWithdrawal(withdrawal.status, 'failed')) {
    return { outcome: 'unchanged', changed: null };
  }
  // A part of it may have been paid.
  if (withdrawal.misreported_at !== null && evidence.confirmedBy === 'provider') {
    return { outcome: 'conflicting', changed: null };
  }
  if (mayBeEarlierRequest(withdrawal, evidence, payout)) {
    const { id: withdrawalId, send_count: sendCount } = withdrawal;
    const fields = { withdrawalId, sendCount, providerReference: payout.providerReference };
    core.log.warn(
      fields,
      'the failure of a payout was ignored, since it may be of an earlier request',
    );
    return { outcome: 'conflicting', changed: null };
  }
  const changed = await releaseWithdrawal(core, tx, withdrawal, 'failed', reason);
  return { outcome: 'ended', changed };
}

/**
 * Whether a failure may be of an earlier request of a withdrawal that was sent again. The hold
 * belongs to the last request, which the provider may still pay. Only the provider's reference
 * tells the requests apart.
 */
function mayBeEarlierRequest(
  { send_count, provider_reference }: Withdrawal,
  { confirmedBy }: Evidence,
  { providerReference }: PayoutEvent,
): boolean {
  if (confirmedBy === 'operator' || send_count <= 1) return false;
  return provider_reference === null || provider_reference !== providerReference;
}

async function applyReturned(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { providerReference }: PayoutEvent,
  reason: string,
): Promise<Applied> {
  if (withdrawal.status === 'returned') return { outcome: 'duplicate', changed: null };
  if (!canMoveWithdrawal(withdrawal.status, 'returned')) {
    return { outcome: 'contradicting', changed: null };
  }
  // The hold was released before, so the player has the money: the late payout was only returned.
  const changed = hasEndedUnpaid(withdrawal.status)
    ? await moveWithdrawal(core, tx, withdrawal, 'returned', { reason })
    : await returnWithdrawal(core, tx, withdrawal, { reason, providerReference });
  return { outcome: 'moved', changed };
}
