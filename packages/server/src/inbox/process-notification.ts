import type { Core } from '../core.ts';
import { type Applied, applyProviderPayment } from '../deposits/apply-provider-payment.ts';
import { isUuid } from '../deposits/begin-deposit.ts';
import { publishDeposit } from '../deposits/publish-deposit.ts';

const batchSize = 100;
/** Younger ones are being processed by the process that received them. */
const patienceMs = 5_000;

/**
 * Acts on a stored notification, exactly once: its row is locked, and what it leads to is
 * committed together with the mark that it was processed. Another process that holds it, or one
 * already processed, is left alone.
 */
export async function processNotification(core: Core, id: string): Promise<void> {
  const applied = await core.db.transaction().execute(async (tx): Promise<Applied | null> => {
    const notification = await tx
      .selectFrom('provider_notifications')
      .selectAll()
      .where('id', '=', id)
      .where('processed_at', 'is', null)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (notification === undefined) return null;
    const brandId = notification.brand_id;
    const connector = core.brands.get(brandId)?.connectors.get(notification.connector);
    const payment = connector?.parseNotification(notification.body);
    const isReadable = payment !== undefined && !('kind' in payment) && isUuid(payment.depositId);
    const result = isReadable
      ? await applyProviderPayment(core, tx, {
          brandId,
          connector: notification.connector,
          source: `notification ${notification.notification_id}`,
          payment,
        })
      : null;
    const outcome = result?.outcome ?? 'unreadable';
    if (outcome === 'unreadable' || outcome === 'unknownDeposit') {
      core.log.error({ notificationId: id, brandId, outcome }, 'a notification led to nothing');
    }
    await tx
      .updateTable('provider_notifications')
      .set({ processed_at: core.now(), outcome })
      .where('id', '=', id)
      .execute();
    return result;
  });
  if (applied?.changed) publishDeposit(core, applied.changed);
}

/** Processes what a crash or an error left behind. Returns how many there were. */
export async function sweepInbox(core: Core): Promise<number> {
  const due = await core.db
    .selectFrom('provider_notifications')
    .select('id')
    .where('processed_at', 'is', null)
    .where('received_at', '<', new Date(core.now().getTime() - patienceMs))
    .orderBy('received_at')
    .limit(batchSize)
    .execute();
  for (const { id } of due) {
    try {
      await processNotification(core, id);
    } catch (error) {
      core.log.error({ notificationId: id, error }, 'processing a notification failed');
    }
  }
  return due.length;
}
