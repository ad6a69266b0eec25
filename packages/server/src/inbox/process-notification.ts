import { sql } from 'kysely';
import type { ProviderEvent } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import type { Tx } from '../db/connect.ts';
import { type Applied, surprising } from '../deposits/evidence.ts';
import { publish } from '../deposits/publish.ts';
import { isUuid } from '../is-uuid.ts';
import { performDueOperations } from '../wallet/perform-operation.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

const batchSize = 100;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;
/** What speaks of something that never came is left to a person after this. */
const tooEarlyForMs = 3 * 24 * 3600_000;

/**
 * Acts on a stored notification, exactly once: its row is locked, and what it leads to is
 * committed together with the mark that it was processed. Another process that holds it, or one
 * already processed, is left alone. What fails is tried again later, ever more seldom.
 */
export async function processNotification(core: Core, id: string): Promise<void> {
  try {
    const changed = await core.db.transaction().execute((tx) => process(core, tx, id));
    for (const it of changed) publish(core, it);
    if (changed.length > 0) await performDueOperations(core);
  } catch (error) {
    const isEarly = error instanceof TooEarly;
    if (!isEarly) core.log.error({ notificationId: id, error }, 'processing a notification failed');
    await postpone(core, id).catch((cause: unknown) => {
      core.log.error(
        { notificationId: id, error: cause },
        'the database is gone; the sweep goes on',
      );
    });
  }
}

/** It speaks of money that we have not heard of yet: nothing is decided, and it is tried again. */
class TooEarly extends Error {}

type Changed = NonNullable<Applied['changed']>;

async function process(core: Core, tx: Tx, id: string): Promise<Changed[]> {
  const notification = await tx
    .selectFrom('provider_notifications')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (notification === undefined) return [];
  const { brand_id: brandId, connector: name, notification_id } = notification;
  const connector = core.brands.get(brandId)?.connectors.get(name);
  // It may be back with the next configuration, and this is evidence of money.
  if (connector === undefined) throw new Error(`${brandId} has no connector ${name}`);
  const events = connector.parseNotification(notification.body);
  const applied: (Pick<Applied, 'changed'> & { outcome: string })[] = [];
  if ('kind' in events) applied.push({ outcome: 'unreadable', changed: null });
  else {
    const source = `notification ${notification_id}`;
    const evidence = { brandId, connector: name, source, confirmedBy: 'provider' as const };
    for (const event of events) applied.push(await applyProviderEvent(core, tx, evidence, event));
  }
  const outcome = summarize(applied.map((it) => it.outcome));
  const isYoung = core.now().getTime() - notification.received_at.getTime() < tooEarlyForMs;
  if (outcome === 'tooEarly' && isYoung) throw new TooEarly();
  if (surprising.has(outcome)) {
    core.log.error({ notificationId: id, brandId, outcome }, 'a notification led to nothing');
  }
  await tx
    .updateTable('provider_notifications')
    .set({
      processed_at: core.now(),
      outcome: outcome === 'tooEarly' ? 'unknownSubject' : outcome,
      subject_ids: 'kind' in events ? [] : listSubjects(events),
    })
    .where('id', '=', id)
    .execute();
  return applied.map(({ changed }) => changed).filter((it) => it !== null);
}

/** Which deposits and withdrawals are spoken of, ours or not: the operator's search finds them so. */
function listSubjects(events: readonly ProviderEvent[]): string[] {
  const ids = events.map((event) =>
    event.kind === 'payout' ? event.withdrawalId : event.depositId,
  );
  return [...new Set(ids)].filter(isUuid);
}

/** Of a notification's outcomes the one that matters most: what must wait, then what is odd. */
function summarize(outcomes: string[]): string {
  return (
    outcomes.find((it) => it === 'tooEarly') ??
    outcomes.find((it) => surprising.has(it)) ??
    outcomes.find((it) => it !== 'unchanged' && it !== 'duplicate') ??
    outcomes[0] ??
    'unchanged'
  );
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
