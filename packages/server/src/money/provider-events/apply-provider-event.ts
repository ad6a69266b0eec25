import { compareDecimals, type DeclineReason } from '@kassa/contract';
import type { ProviderEvent, ProviderPayment } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { canMove, hasMoney } from '../deposits/deposit.machine.ts';
import { endLateWindow } from '../deposits/end-deposit.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';
import { moveDeposit } from '../deposits/move-deposit.ts';
import { receivePayment } from '../deposits/receipts.ts';
import { applyPayout } from './apply-payout.ts';
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
  const deposit = await lockDepositAndPlayer(tx, evidence, event.depositId);
  if (deposit === undefined) return { outcome: 'unknownSubject', changed: null };
  if (event.kind === 'reversal') return reversePayment(core, tx, deposit, evidence, event);
  return applyPayment(core, tx, deposit, evidence, event);
}

async function applyPayment(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  evidence: Evidence,
  payment: ProviderPayment,
): Promise<Applied> {
  const { status, paid } = payment;
  switch (status) {
    case 'approved':
      return paid === null || compareDecimals(paid.amount, '0') <= 0
        ? { outcome: 'conflicting', changed: null }
        : receivePayment(core, tx, deposit, evidence, { ...payment, paid });
    case 'declined':
      return end(core, tx, deposit, status, payment.declineReason ?? null);
    case 'canceled':
      return end(core, tx, deposit, status);
    case 'pending':
      return { outcome: 'unchanged', changed: null };
  }
}

async function end(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  to: 'declined' | 'canceled',
  declineReason: DeclineReason | null = null,
): Promise<Applied> {
  if (hasMoney(deposit.status)) return { outcome: 'contradicting', changed: null };
  if (!canMove(deposit.status, to)) {
    await endLateWindow(core, tx, deposit);
    return { outcome: 'unchanged', changed: null };
  }
  const changed = await moveDeposit(core, tx, deposit, to, {
    reason: `the provider reports it as ${to}`,
    changes: {
      late_until: core.now(),
      ...(declineReason !== null && { decline_reason: declineReason }),
    },
  });
  return { outcome: 'ended', changed };
}
