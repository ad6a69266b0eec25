import { addDecimals, compareDecimals, type Money } from '@kassa/contract';
import type { ProviderRefund, ProviderReversal } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import { resumeFollowUp } from '../../ground/sweeps/find-due.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { isSameMoney } from '../deposits/known-receipt.ts';
import { type LockedRefund, lockRefund } from '../refunds/load-refund.ts';
import { moveRefund } from '../refunds/move-refund.ts';
import { releaseRefund } from '../refunds/settle-refund.ts';
import { canMoveRefund, hasEndedUndone, openRefundStatuses } from '../states/refund.machine.ts';
import { reverseReceipt } from './reversed-receipt.ts';
import { loadReceipts } from './reversible-receipts.ts';

/** An event of a refund. The provider's id may be unknown if an operator reports the event. */
type RefundEvent = Omit<ProviderRefund, 'kind' | 'depositId' | 'providerReference'> & {
  providerReference: string | null;
};

/**
 * Applies an event of a requested refund. Safe for events that are repeated, late or out of order. A
 * refund of another amount than the requested one is left to a person (`conflicting`).
 */
export async function applyRefund(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  event: RefundEvent,
): Promise<Applied> {
  const locked = await lockRefund(tx, evidence.brandId, event.refundId);
  if (locked?.refund.account !== evidence.connector) {
    return { outcome: 'unknownSubject', changed: null };
  }
  const reason = `reported as ${event.status} (${evidence.source})`;
  switch (event.status) {
    case 'sent':
      return applySent(core, tx, locked, event, reason);
    case 'completed':
      return applyCompleted(core, tx, locked, evidence, event, reason);
    case 'failed':
      return applyFailed(core, tx, locked, evidence, event, reason);
  }
}

async function applySent(
  core: Core,
  tx: Tx,
  { refund }: LockedRefund,
  { providerReference }: RefundEvent,
  reason: string,
): Promise<Applied> {
  if (!canMoveRefund(refund.status, 'sent')) return { outcome: 'unchanged', changed: null };
  const changes = { provider_reference: providerReference ?? refund.provider_reference };
  await moveRefund(core, tx, refund, 'sent', { reason, changes });
  return { outcome: 'moved', changed: null };
}

/**
 * Applies evidence that the money was sent back: the held money becomes the receipt's reversal. The
 * player has the money of a refund that had ended undone, so their balance pays.
 */
async function applyCompleted(
  core: Core,
  tx: Tx,
  { refund, deposit }: LockedRefund,
  evidence: Evidence,
  event: RefundEvent,
  reason: string,
): Promise<Applied> {
  const isAsAsked =
    evidence.confirmedBy === 'operator' ||
    (event.refunded !== null && isSameMoney(event.refunded, refund));
  if (refund.status === 'completed') {
    return { outcome: isAsAsked ? 'duplicate' : 'conflicting', changed: null };
  }
  if (!isAsAsked) return leaveToPerson(core, tx, refund, event.refunded, reason);
  if (!canMoveRefund(refund.status, 'completed')) {
    return { outcome: 'contradicting', changed: null };
  }
  const receipt = (await loadReceipts(tx, deposit)).find(({ id }) => id === refund.payment_id);
  if (receipt === undefined) throw new Error(`Refund ${refund.id} has no receipt.`);
  const isLate = hasEndedUndone(refund.status);
  const isGone = receipt.status !== 'credited' && receipt.status !== 'parked';
  const left = isLate ? receipt.left : addDecimals(receipt.left, receipt.wanted);
  // The money was taken back in another way meanwhile.
  if (isGone || compareDecimals(left, refund.amount) < 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const provider_reference = event.providerReference ?? refund.provider_reference;
  const applied = await reverseReceipt(core, tx, deposit, receipt, evidence, {
    reversal: 'refund',
    providerReference: provider_reference,
    paymentReference: receipt.provider_payment_id,
    amount: { amount: refund.amount, currency: refund.currency },
    refund,
  });
  // The provider gave the same id to another reversal.
  if (applied.outcome === 'conflicting') return applied;
  if (isLate) core.log.error({ refundId: refund.id }, 'a refund was done after it had failed');
  await moveRefund(core, tx, refund, 'completed', { reason, changes: { provider_reference } });
  await resumeFollowUp(tx, deposit, core.now());
  return { ...applied, changed: applied.changed ?? deposit };
}

/**
 * Applies evidence that the money was not sent back, and releases it. A refund that waits for a
 * person may have been done in part, so only an operator ends it.
 */
async function applyFailed(
  core: Core,
  tx: Tx,
  { refund, deposit }: LockedRefund,
  { confirmedBy }: Evidence,
  { providerReference }: RefundEvent,
  reason: string,
): Promise<Applied> {
  if (refund.status === 'completed') return { outcome: 'contradicting', changed: null };
  if (refund.status === 'inReview' && confirmedBy === 'provider') {
    return { outcome: 'conflicting', changed: null };
  }
  if (!canMoveRefund(refund.status, 'failed')) return { outcome: 'unchanged', changed: null };
  const provider_reference = providerReference ?? refund.provider_reference;
  await releaseRefund(core, tx, refund, reason, { provider_reference });
  return { outcome: 'ended', changed: deposit };
}

/** Leaves a refund of another amount to a person. Nothing is booked, and the money stays held. */
async function leaveToPerson(
  core: Core,
  tx: Tx,
  refund: Refund,
  refunded: Money | null,
  reported: string,
): Promise<Applied> {
  const said = refunded === null ? 'without an amount' : `${refunded.amount} ${refunded.currency}`;
  core.log.error({ refundId: refund.id, refunded }, 'a refund has another amount than requested');
  if (canMoveRefund(refund.status, 'inReview')) {
    const reason = `${reported}, ${said}, not ${refund.amount} ${refund.currency}: a person must ask the provider`;
    await moveRefund(core, tx, refund, 'inReview', { reason });
  }
  return { outcome: 'conflicting', changed: null };
}

/**
 * Finds the refund requested at the same account that a reversal is, by the provider's reference.
 * `tooEarly` if it may be an open one whose reference isn't known yet: the status of that one tells.
 * The caller has locked the deposit.
 */
export async function findReportedRefund(
  tx: Tx,
  deposit: Deposit,
  { connector }: Evidence,
  event: ProviderReversal,
): Promise<Refund | 'tooEarly' | undefined> {
  if (event.reversal !== 'refund') return undefined;
  const refunds = await tx
    .selectFrom('refunds')
    .selectAll()
    .where('brand_id', '=', deposit.brand_id)
    .where('deposit_id', '=', deposit.id)
    .where('account', '=', connector)
    .orderBy('id')
    .execute();
  const named = refunds.find((row) => row.provider_reference === event.providerReference);
  if (named !== undefined) return named;
  const mayBeIt = refunds.some(
    (row) =>
      row.provider_reference === null &&
      row.send_count > 0 &&
      openRefundStatuses.includes(row.status) &&
      isSameMoney(row, event.amount),
  );
  return mayBeIt ? 'tooEarly' : undefined;
}
