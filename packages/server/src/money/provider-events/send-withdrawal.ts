import { nameForProvider } from '../../catalog/fields.ts';
import type { ConnectorError, PayoutOutcome, ProviderPayout } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import {
  askProvider,
  isCircuitOpen,
  noPayouts,
  notificationUrl,
  requestOf,
} from '../../providers/ask-provider.ts';
import { approveSubject } from '../policy/approval.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { findBlockReason, findDebtReason, holdPayout } from '../withdrawals/review.ts';
import { releaseWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { applyPayout } from './apply-payout.ts';

/** Longer than any provider is waited for: what is still `sending` then was cut short. */
const sendingLeaseMs = 60_000;
const firstPauseMs = 15_000;
const longestPauseMs = 3600_000;
/** So often an approval may stay without an answer, in an hour or two, before a person decides. */
const mostUnanswered = 8;

/**
 * Asks the provider to pay an approved withdrawal, at most once at a time: the row says `sending`
 * before the provider hears of it, so that whatever cuts this short leaves an unknown outcome and
 * never a second payout (design §3.7). Returns how it stands now, or null where another was faster.
 */
export async function sendWithdrawal(core: Core, approved: Withdrawal): Promise<Withdrawal | null> {
  if (core.arePayoutsHeld) return holdPayout(core, approved);
  const refused = await refuseUnapproved(core, approved);
  if (refused !== 'approved') return refused;
  // Its turn comes again; nothing is written down as sent that would not be.
  if (isCircuitOpen(core, requestOf(approved, 'payout'))) return null;
  const sending = await core.db.transaction().execute((tx) => markSending(core, tx, approved));
  if (sending?.status !== 'sending') return sending;
  const outcome = await askToPay(core, sending);
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, sending.brand_id, sending.id);
    // A notification may have been faster; then what it said stands.
    if (current?.status !== 'sending') return current ?? null;
    return outcome.kind === 'accepted'
      ? applyAccepted(core, tx, current, outcome)
      : applyError(core, tx, current, outcome);
  });
}

/** The last look before the provider hears of it: who was blocked meanwhile, or owes, is not paid. */
async function markSending(
  core: Core,
  tx: Tx,
  { brand_id: brandId, id }: Withdrawal,
): Promise<Withdrawal | null> {
  const current = await lockWithdrawal(tx, brandId, id);
  if (current?.status !== 'approved') return null;
  const reviewReason =
    (await findBlockReason(core, tx, current)) ?? (await findLateDebt(tx, current));
  if (reviewReason !== null) {
    return moveWithdrawal(core, tx, current, 'inReview', {
      reason: reviewReason,
      changes: { next_check_at: null },
    });
  }
  const before = current.provider_reference;
  return moveWithdrawal(core, tx, current, 'sending', {
    reason: `the provider is asked to pay${before === null ? '' : ` again, after ${before}`}`,
    changes: {
      send_count: current.send_count + 1,
      // A reference is that of the last sending.
      provider_reference: null,
      next_check_at: new Date(core.now().getTime() + sendingLeaseMs),
      check_count: 0,
    },
  });
}

/** What the player owes, unless an operator approved it: only they take one out of review. */
async function findLateDebt(tx: Tx, withdrawal: Withdrawal): Promise<string | null> {
  const approval = await tx
    .selectFrom('withdrawal_transitions')
    .select('id')
    .where('brand_id', '=', withdrawal.brand_id)
    .where('withdrawal_id', '=', withdrawal.id)
    .where('from_status', '=', 'inReview')
    .where('to_status', '=', 'approved')
    .executeTakeFirst();
  return approval === undefined ? findDebtReason(tx, withdrawal) : null;
}

/** Asks the operator, where the brand wants that; without a yes nothing is sent. */
async function refuseUnapproved(
  core: Core,
  withdrawal: Withdrawal,
): Promise<Withdrawal | null | 'approved'> {
  const approval = await approveSubject(core, 'payout', withdrawal);
  if (approval.approved) return 'approved';
  // Nobody said no: it waits, and is asked about again when it is next looked at, for a while.
  if (!approval.isAnswered && withdrawal.check_count < mostUnanswered) return null;
  return core.db.transaction().execute(async (tx) => {
    const current = await lockWithdrawal(tx, withdrawal.brand_id, withdrawal.id);
    if (current?.status !== 'approved') return null;
    // Who was asked to pay before may have paid: then a person decides, as where nobody answers.
    const isReleasable = approval.isAnswered && current.send_count === 0;
    return isReleasable
      ? releaseWithdrawal(core, tx, current, 'rejected', 'the operator says no')
      : moveWithdrawal(core, tx, current, 'inReview', {
          reason: approval.isAnswered ? 'the operator says no' : 'the operator does not answer',
          changes: { next_check_at: null },
        });
  });
}

function askToPay(core: Core, withdrawal: Withdrawal): Promise<PayoutOutcome> {
  const provider = requestOf(withdrawal, 'payout');
  const context = {
    table: 'withdrawals' as const,
    brandId: withdrawal.brand_id,
    id: withdrawal.id,
  };
  return askProvider<PayoutOutcome>(core, provider, async ({ payouts }) => {
    if (payouts === null) return noPayouts;
    return payouts.send({
      withdrawalId: withdrawal.id,
      playerId: withdrawal.player_id,
      paymentMethod: withdrawal.payment_method,
      amount: withdrawal.amount,
      currency: withdrawal.currency,
      fields: nameForProvider(
        withdrawal.field_names,
        openFields(core.vault, context, withdrawal.fields_sealed),
      ),
      notificationUrl: notificationUrl(core, provider),
    });
  });
}

async function applyAccepted(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { providerReference, status }: Extract<PayoutOutcome, { kind: 'accepted' }>,
): Promise<Withdrawal | null> {
  const payout: ProviderPayout = {
    kind: 'payout',
    providerReference,
    withdrawalId: withdrawal.id,
    status,
    fee: null,
  };
  const { changed } = await applyPayout(
    core,
    tx,
    {
      brandId: withdrawal.brand_id,
      connector: withdrawal.connector,
      source: 'its answer',
      confirmedBy: 'provider',
    },
    payout,
  );
  return changed !== null && 'hold_id' in changed ? changed : withdrawal;
}

/** What follows from an error: only where the provider certainly did nothing may it be asked again. */
async function applyError(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  { error, detail, ...rest }: ConnectorError,
): Promise<Withdrawal | null> {
  const reason = `the provider: ${error} (${detail})`;
  switch (error) {
    case 'declined':
    case 'rejected':
      // A refusal of this request says nothing of an earlier one that may have been paid.
      return withdrawal.send_count > 1
        ? moveToUnknown(core, tx, withdrawal, reason)
        : releaseWithdrawal(core, tx, withdrawal, 'failed', reason);
    case 'unavailable':
    case 'rateLimited':
    case 'misconfigured': {
      const askedPauseMs = 'retryAfterMs' in rest ? rest.retryAfterMs : 0;
      return waitForProvider(core, tx, withdrawal, reason, askedPauseMs);
    }
    case 'timeoutUnknown':
    case 'malformed':
      return moveToUnknown(core, tx, withdrawal, reason);
  }
}

/** Nobody knows whether it was paid: the provider is asked. */
function moveToUnknown(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  reason: string,
): Promise<Withdrawal | null> {
  return moveWithdrawal(core, tx, withdrawal, 'unknown', {
    reason,
    changes: { next_check_at: new Date(core.now().getTime() + firstPauseMs) },
  });
}

function waitForProvider(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  reason: string,
  askedPauseMs: number,
): Promise<Withdrawal | null> {
  const pauseMs = Math.min(firstPauseMs * 2 ** withdrawal.send_count, longestPauseMs);
  const next = new Date(core.now().getTime() + Math.max(pauseMs, askedPauseMs));
  return moveWithdrawal(core, tx, withdrawal, 'approved', {
    reason,
    changes: { next_check_at: next },
  });
}
