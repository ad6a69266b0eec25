import { sql } from 'kysely';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { type Applied, applyProviderPayment } from '../deposits/apply-provider-payment.ts';
import { isUuid } from '../deposits/begin-deposit.ts';
import { publishDeposit } from '../deposits/publish-deposit.ts';

const batchSize = 100;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;

/** What became of a notification. */
type Outcome = Applied['outcome'] | 'unreadable';

/** Outcomes that a person must look at: the provider told of something that changed nothing. */
const surprising: ReadonlySet<Outcome> = new Set([
  'unreadable',
  'unknownDeposit',
  'conflicting',
  'contradicting',
]);

/**
 * Acts on a stored notification, exactly once: its row is locked, and what it leads to is
 * committed together with the mark that it was processed. Another process that holds it, or one
 * already processed, is left alone. What fails is tried again later, ever more seldom.
 */
export async function processNotification(core: Core, id: string): Promise<void> {
  try {
    const changed = await core.db.transaction().execute((tx) => process(core, tx, id));
    if (changed) publishDeposit(core, changed);
  } catch (error) {
    core.log.error({ notificationId: id, error }, 'processing a notification failed');
    await postpone(core, id).catch((cause: unknown) => {
      core.log.error(
        { notificationId: id, error: cause },
        'the database is gone; the sweep goes on',
      );
    });
  }
}

async function process(core: Core, tx: Tx, id: string): Promise<Applied['changed']> {
  const notification = await tx
    .selectFrom('provider_notifications')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (notification === undefined) return null;
  const { brand_id: brandId, connector: name, notification_id } = notification;
  const connector = core.brands.get(brandId)?.connectors.get(name);
  // It may be back with the next configuration, and this is evidence of money.
  if (connector === undefined) throw new Error(`${brandId} has no connector ${name}`);
  const payment = connector.parseNotification(notification.body);
  const isReadable = !('kind' in payment) && isUuid(payment.depositId);
  const source = `notification ${notification_id}`;
  const { outcome, changed }: { outcome: Outcome; changed: Applied['changed'] } = isReadable
    ? await applyProviderPayment(core, tx, { brandId, connector: name, source, payment })
    : { outcome: 'unreadable', changed: null };
  if (surprising.has(outcome)) {
    core.log.error({ notificationId: id, brandId, outcome }, 'a notification led to nothing');
  }
  await tx
    .updateTable('provider_notifications')
    .set({ processed_at: core.now(), outcome })
    .where('id', '=', id)
    .execute();
  return changed;
}

/** Puts a notification that failed at the end of the queue: it must not hold up the others. */
async function postpone(core: Core, id: string): Promise<void> {
  const { attempts } = await core.db
    .updateTable('provider_notifications')
    .set({ attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .returning('attempts')
    .executeTakeFirstOrThrow();
  const pauseMs = Math.min(firstPauseMs * 2 ** attempts, longestPauseMs);
  await core.db
    .updateTable('provider_notifications')
    .set({ next_attempt_at: new Date(core.now().getTime() + pauseMs) })
    .where('id', '=', id)
    .execute();
}

/** Processes what a crash or an error left behind. Returns how many there were. */
export async function sweepInbox(core: Core): Promise<number> {
  const due = await core.db
    .selectFrom('provider_notifications')
    .select('id')
    .where('processed_at', 'is', null)
    .where('next_attempt_at', '<=', core.now())
    .orderBy('next_attempt_at')
    .limit(batchSize)
    .execute();
  for (const { id } of due) await processNotification(core, id);
  return due.length;
}
