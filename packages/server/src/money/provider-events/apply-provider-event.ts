import { compareDecimals, type DeclineReason } from '@kassa/contract';
import type {
  ProviderEvent,
  ProviderPayment,
  ProviderReversal,
} from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { lockForArrival } from '../deposits/arrival.ts';
import { endLateWindow, recordCancel } from '../deposits/end-deposit.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { hasReceiptAt } from '../deposits/receipts.ts';
import { canMove, hasMoney } from '../states/deposit.machine.ts';
import { applyPayout } from './apply-payout.ts';
import { applyRefund, findReportedRefund } from './apply-refund.ts';
import { isUnderWay, receiveApproved } from './receive-approved.ts';
import { receiveTransfer } from './receive-transfer.ts';
import { reversePayment } from './reversed-receipt.ts';

/**
 * Applies one event of a provider, in the caller's transaction. Safe for events that are repeated,
 * late or out of order: each receipt is credited once, and only money moves a deposit that has
 * ended.
 */
export async function applyProviderEvent(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  event: ProviderEvent,
): Promise<Applied> {
  if (event.kind === 'payout') return applyPayout(core, tx, evidence, event);
  if (event.kind === 'refund') return applyRefund(core, tx, evidence, event);
  if (event.kind === 'transfer') return receiveTransfer(core, tx, evidence, event);
  if (event.kind === 'reversal') return applyReversal(core, tx, evidence, event);
  return event.status === 'approved'
    ? applyApproval(core, tx, evidence, event)
    : applyUnpaid(core, tx, evidence, event, event.status);
}

const unknownSubject = { outcome: 'unknownSubject', changed: null } as const;

/** Applies a reversal, which may be a requested refund that the provider doesn't name as such. */
async function applyReversal(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  event: ProviderReversal,
): Promise<Applied> {
  const deposit = await lockDepositAndPlayer(tx, evidence, event.depositId);
  if (deposit === undefined) return unknownSubject;
  const refund = await findReportedRefund(tx, deposit, evidence, event);
  if (refund === undefined) return reversePayment(core, tx, deposit, evidence, event);
  if (refund === 'tooEarly') return { outcome: refund, changed: null };
  return applyRefund(core, tx, evidence, {
    refundId: refund.id,
    status: 'completed',
    providerReference: event.providerReference,
    refunded: event.amount,
  });
}

async function applyApproval(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  payment: ProviderPayment,
): Promise<Applied> {
  const arrival = await lockForArrival(core, tx, evidence, payment);
  if (arrival === undefined) return unknownSubject;
  const { paid } = payment;
  if (paid === null || compareDecimals(paid.amount, '0') <= 0) {
    return { outcome: 'conflicting', changed: null };
  }
  const receipt = { ...payment, paid, seenAt: evidence.receivedAt };
  return receiveApproved(core, tx, arrival.deposit, evidence, receipt, arrival.facts);
}

async function applyUnpaid(
  core: Core,
  tx: Tx,
  evidence: Evidence,
  { depositId, declineReason = null }: ProviderPayment,
  status: Exclude<ProviderPayment['status'], 'approved'>,
): Promise<Applied> {
  const deposit = await lockDepositAndPlayer(tx, evidence, depositId);
  if (deposit === undefined) return unknownSubject;
  switch (status) {
    case 'declined':
      return end(core, tx, deposit, evidence, status, declineReason);
    case 'canceled':
      return end(core, tx, deposit, evidence, status);
    case 'pending':
      return { outcome: 'unchanged', changed: null };
  }
}

/** Ends the deposit, if the attempt under way has ended. */
async function end(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  to: 'declined' | 'canceled',
  declineReason: DeclineReason | null = null,
): Promise<Applied> {
  if (hasMoney(deposit.status)) {
    // Another account of the deposit was paid, and this one's payment was canceled.
    const isPaidHere = await hasReceiptAt(tx, deposit, evidence.connector);
    return { outcome: isPaidHere ? 'contradicting' : 'unchanged', changed: null };
  }
  if (!isUnderWay(deposit, evidence)) return { outcome: 'unchanged', changed: null };
  if (!canMove(deposit.status, to)) {
    if (to === 'canceled') await recordCancel(core, tx, deposit, to);
    else await endLateWindow(core, tx, deposit);
    return { outcome: 'unchanged', changed: null };
  }
  const changed = await moveDeposit(core, tx, deposit, to, {
    reason: `the provider reports it as ${to}`,
    changes: {
      late_until: core.now(),
      ...(to === 'canceled' && { provider_cancel: to }),
      ...(declineReason !== null && { decline_reason: declineReason }),
    },
  });
  return { outcome: 'ended', changed };
}
