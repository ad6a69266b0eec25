import type { Money } from '@kassa/contract';
import type { ProviderPayout } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import type { Applied, Evidence } from '../../providers/evidence.ts';
import { bookFee, positiveFee } from '../ledger/fees.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import {
  completeWithdrawal,
  moneyOf,
  releaseWithdrawal,
  returnWithdrawal,
} from '../withdrawals/settle-withdrawal.ts';
import { canMoveWithdrawal, hasEndedUnpaid } from '../withdrawals/withdrawal.machine.ts';
import { recordReversal } from './reversals.ts';

/** What is said of a payout; an operator who says it may not know the provider's id of it. */
type PayoutEvent = Omit<ProviderPayout, 'providerReference'> & { providerReference: string | null };

/** Applies what a provider says of a payout. Safe for words that come twice, late or out of order. */
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
  const reason = `the provider says ${payout.status} (${evidence.source})`;
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
  const provider_reference = providerReference ?? withdrawal.provider_reference;
  const changes = { provider_reference, next_check_at: core.now() };
  const changed = await moveWithdrawal(core, tx, withdrawal, 'sent', { reason, changes });
  return { outcome: 'moved', changed };
}

/** It was paid, whatever became of it since: what the provider kept of it stays kept. */
async function applyPaid(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  evidence: Evidence,
  payout: PayoutEvent,
  reason: string,
): Promise<Applied> {
  const applied =
    payout.status === 'completed'
      ? await applyCompleted(core, tx, withdrawal, evidence, payout, reason)
      : await applyReturned(core, tx, withdrawal, payout, reason);
  if (applied.outcome !== 'contradicting') {
    await takePayoutFee(tx, withdrawal, { fee: payout.fee, source: evidence.source });
  }
  return applied;
}

async function applyCompleted(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  evidence: Evidence,
  { providerReference, fee }: PayoutEvent,
  reason: string,
): Promise<Applied> {
  if (withdrawal.status === 'completed' || withdrawal.status === 'returned') {
    return { outcome: 'duplicate', changed: null };
  }
  if (!canMoveWithdrawal(withdrawal.status, 'completed')) {
    return { outcome: 'contradicting', changed: null };
  }
  if (!hasEndedUnpaid(withdrawal.status)) {
    const changed = await completeWithdrawal(core, tx, withdrawal, {
      reason,
      fee,
      providerReference,
    });
    return { outcome: 'moved', changed };
  }
  // The money was given back, and now it is paid as well: the player has it twice.
  const money = moneyOf(withdrawal);
  const taken = await recordReversal(core, tx, {
    brandId: withdrawal.brand_id,
    playerId: withdrawal.player_id,
    depositId: null,
    withdrawalId: withdrawal.id,
    paymentId: null,
    connector: withdrawal.connector,
    kind: 'latePayout',
    providerReversalId: `late payout ${withdrawal.id}`,
    taken: money,
    conversion: { money, rounding: '0' },
    evidence: `${evidence.source} (${providerReference ?? 'without an id'})`,
  });
  if (taken === null) return { outcome: 'duplicate', changed: null };
  core.log.error({ withdrawalId: withdrawal.id }, 'a withdrawal was paid after it was given up');
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
  if (mayBeEarlierSending(withdrawal, evidence, payout)) {
    const { id: withdrawalId, send_count: sendCount } = withdrawal;
    const fields = { withdrawalId, sendCount, providerReference: payout.providerReference };
    core.log.warn(fields, 'A failed payout was dropped: an earlier sending may be meant.');
    return { outcome: 'conflicting', changed: null };
  }
  const changed = await releaseWithdrawal(core, tx, withdrawal, 'failed', reason);
  return { outcome: 'ended', changed };
}

/**
 * Whether a failed payout may be an earlier sending of a withdrawal that was sent again: the hold
 * belongs to the last sending, which the provider may still pay. Only its own reference tells.
 */
function mayBeEarlierSending(
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
  // Given up before, and so the player has the money: that it was paid after all has undone itself.
  const changed = hasEndedUnpaid(withdrawal.status)
    ? await moveWithdrawal(core, tx, withdrawal, 'returned', { reason })
    : await returnWithdrawal(core, tx, withdrawal, { reason, providerReference });
  return { outcome: 'moved', changed };
}

/**
 * Books what the provider kept of a payout, where that wasn't booked with the payout itself: it says so
 * only later, or the payout came too late. Once, and not beside what a reconciliation has booked. The
 * caller has locked the withdrawal.
 */
async function takePayoutFee(
  tx: Tx,
  withdrawal: Withdrawal,
  { fee: told, source }: { fee: Money | null; source: string },
): Promise<void> {
  const fee = positiveFee(told);
  if (fee === null || (await isBooked(tx, withdrawal))) return;
  await bookFee(tx, {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    withdrawalId: withdrawal.id,
    money: fee,
    reason: `told of after the money (${source})`,
  });
}

async function isBooked(tx: Tx, { brand_id, id }: Withdrawal): Promise<boolean> {
  const booked = await tx
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', 'e.transfer_id', 't.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
    .select('t.id')
    .where('t.brand_id', '=', brand_id)
    .where('t.withdrawal_id', '=', id)
    .where('a.kind', '=', 'fees')
    .executeTakeFirst();
  return booked !== undefined;
}
