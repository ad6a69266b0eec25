import { openRefundStatuses } from '../../money/states/refund.machine.ts';
import { isSettled } from '../../money/states/withdrawal.machine.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import { loadStoredRows, type StoredRows } from './load-stored-rows.ts';
import { isMisreported, type Payout } from './provider-records.ts';
import type { World } from './world.ts';

/**
 * The last status request comes within this time of its due moment; later changes are not found.
 */
const slackMs = 2 * 60_000;

/**
 * Checks that lost notifications lose no money: receipts, reversals and payout outcomes are found
 * by status requests alone, before a lost notification is sent again. Money at an account that had
 * denied the deposit is found by its notification. Deposits created before
 * `askedFrom` may no longer be followed up. Returns the missed ones as texts.
 */
export async function findMissed(world: World, askedFrom: Date): Promise<string[]> {
  const stored = await loadStoredRows(world);
  const { provider } = world;
  const asked = stored.deposits.filter(({ created_at }) => created_at > askedFrom);
  const payments = new Map(stored.payments.map((row) => [row.provider_payment_id, row]));
  // If the provider names no receipt for a reversal, a receipt of the same amount was returned for
  // it.
  const reversals = new Set([
    ...stored.reversals.map((row) => row.provider_reversal_id),
    ...stored.payments.map((row) => row.returned_reference),
  ]);
  return [
    ...asked.flatMap(({ id, connector, status }) => {
      // An operator's confirmation that no provider event has matched yet stands for a receipt.
      const isConfirmed = stored.payments.some(
        (row) => row.deposit_id === id && row.confirmed_by === 'operator',
      );
      const receipts = provider.find(connector, id)?.receipts ?? [];
      const missing = receipts.filter((receipt) => !payments.has(receipt.id));
      return isConfirmed ? [] : missing.map((it) => `receipt ${it.id} (${status}) was never found`);
    }),
    ...asked.flatMap(({ id, connector }) => {
      // An operator's refund is left out: the provider's events may contradict it.
      const isRefunded = stored.reversals.some(
        (row) => row.deposit_id === id && row.confirmed_by === 'operator',
      );
      const taken = isRefunded ? [] : (provider.find(connector, id)?.reversals ?? []);
      return taken
        .filter((it) => payments.get(it.receiptId)?.status === 'credited' && !reversals.has(it.id))
        .filter((it) => !isListed(world, stored, it.id))
        .map((it) => `${it.kind} ${it.id} was never found`);
    }),
    ...stored.withdrawals.flatMap(({ id, status }) => {
      const payout = provider.payouts.get(id);
      const hasEnded = payout !== undefined && payout.status !== 'sent';
      const isOpen = !isSettled(status) && status !== 'inReview';
      return hasEnded && isOpen && !isPayoutListed(stored, payout)
        ? [`payout of ${id} (${status}) was never found`]
        : [];
    }),
    ...stored.refunds.flatMap(({ id, status }) => {
      const refund = provider.refunds.get(id);
      const isWaiting = openRefundStatuses.includes(status) && status !== 'inReview';
      const isLate = refund?.status === 'completed' && status === 'failed';
      const isMissed = (isWaiting && refund?.status !== 'sent') || isLate;
      return isMissed && !isListed(world, stored, refund?.id ?? '')
        ? [`refund ${id} (${status}) is ${refund?.status}, which was never found`]
        : [];
    }),
    ...stored.withdrawals
      .filter(({ updated_at }) => updated_at.getTime() > askedFrom.getTime() + slackMs)
      .flatMap(({ id, status }) => {
        const payout = provider.payouts.get(id);
        const truth = payout?.status;
        const isPaid = truth === 'completed' || truth === 'returned';
        const isMissed = isPaid && isSettled(status) && status !== truth;
        return isMissed && !isPayoutListed(stored, payout)
          ? [`payout of ${id} (${status}) is ${truth}, which was never found`]
          : [];
      }),
  ];
}

/**
 * Whether a payout that was reported with other money is listed for the operator. A part is, too, if
 * the withdrawal had ended unpaid.
 */
export function isPayoutListed({ notifications }: StoredRows, payout: Payout | undefined): boolean {
  return (
    payout !== undefined &&
    (isMisreported(payout) || payout.part !== null) &&
    notifications.some(
      ({ subject_ids, outcome }) =>
        outcome === 'conflicting' && subject_ids.includes(payout.withdrawalId),
    )
  );
}

/** Whether a notification of the reversal is listed for the operator, who must handle it. */
export function isListed(
  { provider }: World,
  { notifications }: StoredRows,
  reversalId: string,
): boolean {
  return notifications.some(({ notification_id, outcome }) => {
    const event = provider.notifications.get(notification_id.replace(/ again$/, ''))?.event;
    const isKind = event?.kind === 'reversal' || event?.kind === 'refund';
    const isIt = isKind && event.providerReference === reversalId;
    return isIt && unexpectedOutcomes.has(outcome ?? '');
  });
}
