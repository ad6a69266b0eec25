import type { ConnectorError } from '../../connectors/connector-outcome.ts';
import type { ProviderRefund } from '../../connectors/provider-event.ts';
import type { RefundOutcome, RefundRef } from '../../connectors/refund-connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { Refund } from '../../ground/database/tables/refunds.ts';
import {
  askProvider,
  isCircuitOpen,
  noRefunds,
  notificationUrl,
  type ProviderRequest,
} from '../../providers/ask-provider.ts';
import type { Applied } from '../../providers/evidence.ts';
import { lockRefund } from '../refunds/load-refund.ts';
import { moveRefund } from '../refunds/move-refund.ts';
import { releaseRefund } from '../refunds/settle-refund.ts';
import { applyRefund } from './apply-refund.ts';
import { recordUnexpected } from './inbox.ts';

/** Longer than any request to a provider: a refund still `sending` then lost its process. */
const sendingLeaseMs = 60_000;
const firstPauseMs = 15_000;
const longestPauseMs = 3600_000;

/**
 * Sends an approved refund to the provider, one request at a time. The status is `sending` before
 * the request, so that a crash leaves an unknown outcome and never a second refund (design §3.7).
 * Returns the deposit if its money has changed; null also if the refund isn't sent now or another
 * process was faster.
 */
export async function sendRefund(core: Core, approved: Refund): Promise<Applied['changed']> {
  if (core.arePayoutsHeld) {
    await holdBack(core, approved);
    return null;
  }
  const provider = refundRequestOf(approved, 'refund');
  // The next sweep tries again; the status must not be `sending` without a request.
  if (isCircuitOpen(core, provider)) return null;
  const sending = await core.db.transaction().execute((tx) => markSending(core, tx, approved));
  if (sending === null) return null;
  const ref = await loadRef(core.db, sending);
  const outcome = await askProvider<RefundOutcome>(core, provider, async ({ refunds }) => {
    if (refunds === null) return noRefunds;
    const { kind, amount, currency } = sending;
    const order = { ...ref, kind, amount, currency };
    return refunds.send({ ...order, notificationUrl: notificationUrl(core, provider) });
  });
  return core.db.transaction().execute(async (tx) => {
    const locked = await lockRefund(tx, sending.brand_id, sending.id);
    // A notification may have been faster; it takes precedence.
    if (locked?.refund.status !== 'sending') return null;
    if (outcome.kind === 'accepted') return applyAccepted(core, tx, locked.refund, outcome);
    await applyError(core, tx, locked.refund, outcome);
    return null;
  });
}

async function markSending(core: Core, tx: Tx, { brand_id, id }: Refund): Promise<Refund | null> {
  const locked = await lockRefund(tx, brand_id, id);
  if (locked?.refund.status !== 'approved') return null;
  return moveRefund(core, tx, locked.refund, 'sending', {
    reason: 'the provider is asked to send the money back',
    changes: {
      send_count: locked.refund.send_count + 1,
      next_check_at: new Date(core.now().getTime() + sendingLeaseMs),
    },
  });
}

/** Builds a request to the provider of a refund. */
export function refundRequestOf(
  { brand_id, account, player_id }: Refund,
  operation: ProviderRequest['operation'],
): ProviderRequest {
  return { brandId: brand_id, connector: account, playerId: player_id, operation };
}

/** Loads what names a refund at its provider. */
export async function loadRef(
  db: Db,
  { id, brand_id, deposit_id, payment_id }: Refund,
): Promise<RefundRef> {
  const { own, whole } = await db
    .selectFrom('payments as p')
    // The provider knows the payment of which the receipt is a part.
    .leftJoin('payments as w', (join) =>
      join.onRef('w.brand_id', '=', 'p.brand_id').onRef('w.id', '=', 'p.part_of'),
    )
    .select(['p.provider_payment_id as own', 'w.provider_payment_id as whole'])
    .where('p.brand_id', '=', brand_id)
    .where('p.id', '=', payment_id)
    .executeTakeFirstOrThrow();
  return { refundId: id, depositId: deposit_id, paymentReference: whole ?? own };
}

async function applyAccepted(
  core: Core,
  tx: Tx,
  refund: Refund,
  accepted: Extract<RefundOutcome, { kind: 'accepted' }>,
): Promise<Applied['changed']> {
  const event: ProviderRefund = {
    kind: 'refund',
    providerReference: accepted.providerReference,
    refundId: refund.id,
    depositId: refund.deposit_id,
    status: accepted.status,
    refunded: accepted.status === 'completed' ? accepted.refunded : null,
  };
  const evidence = {
    brandId: refund.brand_id,
    connector: refund.account,
    source: 'response to the refund request',
    confirmedBy: 'provider' as const,
  };
  const { changed, outcome } = await applyRefund(core, tx, evidence, event);
  await recordUnexpected(core, tx, evidence, event, outcome);
  return changed;
}

/** Applies an error. The refund is sent again only if the provider certainly did nothing. */
async function applyError(
  core: Core,
  tx: Tx,
  refund: Refund,
  { error, detail, ...rest }: ConnectorError,
): Promise<void> {
  const reason = `the provider: ${error} (${detail})`;
  const now = core.now().getTime();
  switch (error) {
    case 'declined':
    case 'rejected':
      await releaseRefund(core, tx, refund, reason);
      return;
    case 'unavailable':
    case 'rateLimited':
    case 'misconfigured': {
      const pauseMs = Math.min(firstPauseMs * 2 ** refund.send_count, longestPauseMs);
      const askedPauseMs = 'retryAfterMs' in rest ? rest.retryAfterMs : 0;
      await moveRefund(core, tx, refund, 'approved', {
        reason,
        changes: { next_check_at: new Date(now + Math.max(pauseMs, askedPauseMs)) },
      });
      return;
    }
    case 'timeoutUnknown':
    case 'malformed':
      await moveRefund(core, tx, refund, 'unknown', { reason });
  }
}

/** Moves every refund that is about to be sent to review, like `holdPayouts`. Returns their number. */
export async function holdRefunds(core: Core): Promise<number> {
  const approved = await core.db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', 'approved')
    .where('next_check_at', 'is not', null)
    .execute();
  for (const refund of approved) await holdBack(core, refund);
  return approved.length;
}

async function holdBack(core: Core, { brand_id, id }: Refund): Promise<void> {
  await core.db.transaction().execute(async (tx) => {
    const locked = await lockRefund(tx, brand_id, id);
    if (locked?.refund.status !== 'approved') return;
    await moveRefund(core, tx, locked.refund, 'inReview', { reason: 'payouts are held' });
  });
}
