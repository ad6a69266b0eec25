import { nameForProvider } from '../../catalog/fields.ts';
import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { PayoutOrder, PayoutOutcome } from '../../connectors/payout-connector.ts';
import type { ProviderPayout } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { openPayee } from '../../ground/encryption/sealed-payee.ts';
import { openOrderPlayer } from '../../players/player-data.ts';
import {
  askProvider,
  isCircuitOpen,
  noPayouts,
  notificationUrl,
  requestOf,
} from '../../providers/ask-provider.ts';
import { findPayoutFile } from '../../providers/find-payout-file.ts';
import { isPaidOnChain } from '../chain-payouts/is-paid-on-chain.ts';
import { lockWithdrawal } from '../withdrawals/load-withdrawal.ts';
import { moveWithdrawal } from '../withdrawals/move-withdrawal.ts';
import { payoutMoneyOf } from '../withdrawals/payout-money.ts';
import { holdPayout } from '../withdrawals/review.ts';
import { releaseWithdrawal } from '../withdrawals/settle-withdrawal.ts';
import { applyPayout } from './apply-payout.ts';
import { endUnapproved, stopSending } from './clear-payout.ts';
import { recordUnexpected } from './inbox.ts';
import { payOnChain, putOff } from './pay-on-chain.ts';

/** Longer than any request to a provider: a withdrawal still `sending` then lost its process. */
const sendingLeaseMs = 60_000;
const firstPauseMs = 15_000;
const longestPauseMs = 3600_000;

/**
 * Sends an approved withdrawal to the provider, one request at a time. The status is `sending`
 * before the request, so that a crash leaves an unknown outcome and never a second payout (design
 * §3.7). Returns the changed withdrawal, or null if it isn't sent now or another process was
 * faster.
 */
export async function sendWithdrawal(core: Core, approved: Withdrawal): Promise<Withdrawal | null> {
  if (core.arePayoutsHeld) return holdPayout(core, approved);
  // Payouts by file wait until an operator has a file written (money/payout-files/).
  if (findPayoutFile(core, requestOf(approved, 'payout')) !== null) return null;
  const through = (await isPaidOnChain(core, approved)) ? 'chain' : 'provider';
  if (through === 'chain' && (await putOff(core, approved))) return null;
  const unapproved = await endUnapproved(core, approved);
  if (unapproved !== 'approved') return unapproved;
  // The next sweep tries again; the status must not be `sending` without a request.
  if (isCircuitOpen(core, requestOf(approved, 'payout'))) return null;
  const sending = await core.db
    .transaction()
    .execute((tx) => markSending(core, tx, approved, through));
  if (sending?.status !== 'sending') return sending;
  if (through === 'chain') return payOnChain(core, sending);
  const outcome = await requestPayout(core, sending);
  return core.db.transaction().execute(async (tx) => {
    const locked = await lockWithdrawal(tx, sending.brand_id, sending.id);
    const current = await saveReference(tx, locked, sending, outcome);
    // A notification may have been faster; it takes precedence.
    if (current?.status !== 'sending') return current ?? null;
    return outcome.kind === 'accepted'
      ? applyAccepted(core, tx, current, outcome)
      : applyError(core, tx, current, outcome);
  });
}

/** Saves the provider's reference of a repeated payout request, which only its response tells. */
async function saveReference(
  tx: Tx,
  current: Withdrawal | undefined,
  { send_count }: Withdrawal,
  outcome: PayoutOutcome,
): Promise<Withdrawal | undefined> {
  const isRepeated = send_count > 1 && current?.send_count === send_count;
  if (!isRepeated || outcome.kind !== 'accepted') return current;
  return tx
    .updateTable('withdrawals')
    .set({ provider_reference: outcome.providerReference })
    .where('brand_id', '=', current.brand_id)
    .where('id', '=', current.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Marks a withdrawal as `sending`, unless its player was blocked or owes money meanwhile: then it
 * goes to review. Null if it isn't sent now.
 */
async function markSending(
  core: Core,
  tx: Tx,
  { brand_id: brandId, id }: Withdrawal,
  sent_through: 'provider' | 'chain',
): Promise<Withdrawal | null> {
  const current = await lockWithdrawal(tx, brandId, id);
  if (current?.status !== 'approved') return null;
  const stopped = await stopSending(core, tx, current);
  if (stopped !== 'clear') return stopped;
  const before = current.provider_reference;
  return moveWithdrawal(core, tx, current, 'sending', {
    reason: `the provider is asked to pay${before === null ? '' : ` again, after ${before}`}`,
    changes: {
      sent_through,
      send_count: current.send_count + 1,
      // The reference is always that of the last request.
      provider_reference: null,
      next_check_at: new Date(core.now().getTime() + sendingLeaseMs),
      check_count: 0,
    },
  });
}

function requestPayout(core: Core, withdrawal: Withdrawal): Promise<PayoutOutcome> {
  const provider = requestOf(withdrawal, 'payout');
  return askProvider<PayoutOutcome>(core, provider, async ({ payouts }) => {
    if (payouts === null) return noPayouts;
    return payouts.send(buildPayoutOrder(core, withdrawal));
  });
}

/** Builds the order of a payout, with its payment details: never log. */
export function buildPayoutOrder(core: Core, withdrawal: Withdrawal): PayoutOrder {
  const { fields, instrumentToken } = openPayee(core.vault, withdrawal);
  return {
    withdrawalId: withdrawal.id,
    reference: withdrawal.reference,
    playerId: withdrawal.player_id,
    player: openOrderPlayer(core.vault, 'withdrawal', withdrawal),
    paymentMethod: withdrawal.payment_method,
    ...payoutMoneyOf(withdrawal),
    instrumentToken,
    fields: nameForProvider(withdrawal.field_names, fields),
    notificationUrl: notificationUrl(core, requestOf(withdrawal, 'payout')),
  };
}

async function applyAccepted(
  core: Core,
  tx: Tx,
  withdrawal: Withdrawal,
  accepted: Extract<PayoutOutcome, { kind: 'accepted' }>,
): Promise<Withdrawal | null> {
  const payout: ProviderPayout = {
    kind: 'payout',
    providerReference: accepted.providerReference,
    withdrawalId: withdrawal.id,
    status: accepted.status,
    paid: accepted.status === 'completed' ? accepted.paid : null,
    fee: null,
  };
  const evidence = {
    brandId: withdrawal.brand_id,
    connector: withdrawal.connector,
    source: 'response to the payout request',
    confirmedBy: 'provider' as const,
  };
  const { changed, outcome } = await applyPayout(core, tx, evidence, payout);
  await recordUnexpected(core, tx, evidence, payout, outcome);
  return changed !== null && 'hold_id' in changed ? changed : withdrawal;
}

/** Applies an error. The payout is sent again only if the provider certainly did nothing. */
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
      // The decline is about this request; an earlier one may have been paid.
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

/** Marks the outcome as unknown; the status is requested from the provider soon. */
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
