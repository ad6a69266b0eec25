import { type Selectable, sql } from 'kysely';
import type { ProviderEvent } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { type DueLane, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { type Applied, surprising } from '../../providers/evidence.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { readNotification } from './inbox.ts';
import { performOperationsOf } from './wallet-answers.ts';

const batchSize = 100;
/** Until then a notification is left to the sweep that took it: longer than a batch takes. */
const leaseMs = 60_000;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;
/** What speaks of something that never came is left to a person after this. */
const tooEarlyForMs = 3 * 24 * 3600_000;

/**
 * Acts on a stored notification. Each thing that it tells of is a transaction of its own, so that one
 * which has to wait holds up no other, and none locks two subjects; the last also marks the
 * notification as processed. What was done before a crash or a wait is done once all the same: told
 * again, it is a duplicate. Another process that holds it, or one already processed, is left alone.
 * What fails is tried again later, ever more seldom.
 */
export async function processNotification(core: Core, id: string): Promise<void> {
  const { askWallet } = await applyNotification(core, id);
  await askWallet();
}

/** The same up to the commit; the operator's wallet, which may take long, is asked by `askWallet`. */
async function applyNotification(
  core: Core,
  id: string,
): Promise<{ askWallet: () => Promise<void> }> {
  const changed: Changed[] = [];
  const isDone = await process(core, id, changed).catch((error: unknown) => {
    core.log.error({ notificationId: id, error }, 'processing a notification failed');
    return false;
  });
  for (const it of changed) publish(core, it);
  if (!isDone) {
    await postpone(core, id).catch((cause: unknown) => {
      core.log.error(
        { notificationId: id, error: cause },
        'the database is gone; the sweep goes on',
      );
    });
  }
  return { askWallet: () => askWallet(core, changed) };
}

async function askWallet(core: Core, changed: Changed[]): Promise<void> {
  try {
    for (const { id, brand_id: brandId } of changed) {
      await performOperationsOf(core, { brandId, subjectId: id });
    }
  } catch (error) {
    core.log.error({ error }, 'asking a wallet failed; the sweep goes on');
  }
}

type Changed = NonNullable<Applied['changed']>;
type Notification = Selectable<ProviderNotificationsTable>;
/** What a thing that it tells of led to; `unreadable` is the notification as a whole. */
type Result = Pick<Applied, 'changed'> & { outcome: Applied['outcome'] | 'unreadable' };

/** Returns false where something of it has to be tried again. What changed is added to `changed`. */
async function process(core: Core, id: string, changed: Changed[]): Promise<boolean> {
  const notification = await lockNotification(core.db, id);
  if (notification === undefined) return true;
  const { brand_id: brandId, connector: name, notification_id } = notification;
  const connector = core.brands.get(brandId)?.connectors.get(name);
  // It may be back with the next configuration, and this is evidence of money.
  if (connector === undefined) throw new Error(`${brandId} has no connector ${name}`);
  const parsed = readNotification(connector, core.vault, notification);
  const events = 'kind' in parsed ? [] : parsed;
  const nothing: Result = { outcome: 'kind' in parsed ? 'unreadable' : 'unchanged', changed: null };
  const source = `notification ${notification_id}`;
  const evidence = { brandId, connector: name, source, confirmedBy: 'provider' as const };
  const steps = events.map((event) => (tx: Tx) => applyProviderEvent(core, tx, evidence, event));
  const outcomes: Result['outcome'][] = [];
  let isWaiting = false;
  for (const [index, step] of (steps.length === 0 ? [async () => nothing] : steps).entries()) {
    const isLast = index >= steps.length - 1;
    try {
      const result = await core.db.transaction().execute(async (tx) => {
        if ((await lockNotification(tx, id)) === undefined) return null;
        const applied: Result = await step(tx);
        outcomes.push(applied.outcome);
        isWaiting ||= applied.outcome === 'tooEarly' && isYoung(core, notification);
        if (isLast && !isWaiting) await markProcessed(core, tx, notification, outcomes, events);
        return applied;
      });
      // Another process has it, or has done it.
      if (result === null) return true;
      if (result.changed !== null) changed.push(result.changed);
    } catch (error) {
      core.log.error({ notificationId: id, error }, 'a part of a notification failed');
      isWaiting = true;
    }
  }
  return !isWaiting;
}

/** One that nobody has processed and nobody holds. */
function lockNotification(db: Db | Tx, id: string): Promise<Notification | undefined> {
  return db
    .selectFrom('provider_notifications')
    .selectAll()
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

/** Whether what it speaks of may still come. */
function isYoung(core: Core, { received_at }: Notification): boolean {
  return core.now().getTime() - received_at.getTime() < tooEarlyForMs;
}

async function markProcessed(
  core: Core,
  tx: Tx,
  { id, brand_id: brandId }: Notification,
  outcomes: Result['outcome'][],
  events: readonly ProviderEvent[],
): Promise<void> {
  const summary = summarize(outcomes);
  const outcome = summary === 'tooEarly' ? 'unknownSubject' : summary;
  if (surprising.has(outcome)) {
    core.log.error({ notificationId: id, brandId, outcome }, 'a notification led to nothing');
  }
  await tx
    .updateTable('provider_notifications')
    .set({ processed_at: core.now(), outcome, subject_ids: listSubjects(events) })
    .where('id', '=', id)
    .execute();
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

/**
 * Processes what a crash or an error left behind, each provider's in the order it came. Any number of
 * processes may run it at once. Returns how many there were.
 */
export function sweepInbox(core: Core): Promise<number> {
  return sweepLanes({
    find: () => findDueLanes(core.db, 'provider_notifications', core.now()),
    workBatch: async (lane) => {
      const due = await claimDue(core, lane);
      const asking: Promise<void>[] = [];
      for (const id of due) {
        const { askWallet } = await applyNotification(core, id);
        asking.push(askWallet());
      }
      await Promise.all(asking);
      return due.length;
    },
    batchSize,
  });
}

/** Takes a provider's due notifications by moving their next attempt on; a crash only delays them. */
async function claimDue(core: Core, { brandId, connector }: DueLane): Promise<string[]> {
  const now = core.now();
  const { rows } = await sql<{ id: string; next_attempt_at: Date }>`
    with due as (
      select id, next_attempt_at from provider_notifications
      where brand_id = ${brandId} and connector = ${connector}
        and processed_at is null and next_attempt_at <= ${now}
      order by next_attempt_at limit ${batchSize} for update skip locked)
    update provider_notifications n set next_attempt_at = ${new Date(now.getTime() + leaseMs)}
    from due where n.id = due.id returning n.id, due.next_attempt_at`.execute(core.db);
  const inOrder = rows.sort((a, b) => a.next_attempt_at.getTime() - b.next_attempt_at.getTime());
  return inOrder.map(({ id }) => id);
}
