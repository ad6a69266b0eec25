import { type Selectable, sql } from 'kysely';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { asHeld, asLast } from '../../ground/database/prepared.ts';
import type { Deposit, ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { type DueLane, findDueLanes } from '../../ground/sweeps/find-due.ts';
import { sweepLanes } from '../../ground/sweeps/sweep-lanes.ts';
import { publish } from '../../messages/realtime/publish.ts';
import { type Applied, unexpectedOutcomes } from '../../providers/evidence.ts';
import { applyProviderEvent } from './apply-provider-event.ts';
import { cancelElsewhere } from './follow-up-deposit.ts';
import {
  type Notification,
  notificationColumns,
  type Received,
  readNotification,
  subjectsOf,
} from './inbox.ts';
import { performOperationsOf } from './wallet-answers.ts';

const batchSize = 100;
/** The lease of a sweep on a notification, in milliseconds: longer than a batch takes. */
const leaseMs = 60_000;
const firstPauseMs = 5_000;
const longestPauseMs = 3600_000;
/** After this time an event whose deposit or receipt never came is left to a person. */
const tooEarlyForMs = 3 * 24 * 3600_000;

/**
 * Processes a stored notification. Each of its events has a transaction of its own, so that an
 * event that must wait doesn't block the others and no transaction locks two subjects. The last
 * transaction also marks the notification as processed. An event that was applied before a crash or
 * a wait is a duplicate when it is applied again. A notification that is processed already is skipped.
 * After a failure it is retried with increasing pauses.
 * @param received - its row, if this process has just stored it
 */
export async function processNotification(
  core: Core,
  id: string,
  received?: Received,
): Promise<void> {
  const { askWallet } = await applyNotification(core, id, received);
  await askWallet();
}

/** Processes a notification up to the commit. `askWallet` performs the slower wallet operations. */
async function applyNotification(
  core: Core,
  id: string,
  received?: Received,
): Promise<{ askWallet: () => Promise<void> }> {
  const changed: Changed[] = [];
  const elsewhere: Deposit[] = [];
  const isDone = await process(core, id, { changed, elsewhere }, received).catch(
    (error: unknown) => {
      core.log.error({ notificationId: id, error }, 'processing a notification failed');
      return false;
    },
  );
  for (const it of changed) publish(core, it);
  if (!isDone) {
    await postpone(core, id).catch((cause: unknown) => {
      core.log.error(
        { notificationId: id, error: cause },
        'postponing a notification failed; the sweep will retry it',
      );
    });
  }
  return {
    askWallet: async () => {
      await askWallet(core, changed);
      for (const deposit of elsewhere) await cancelElsewhere(core, deposit);
    },
  };
}

async function askWallet(core: Core, changed: Changed[]): Promise<void> {
  try {
    for (const { id, brand_id: brandId } of changed) {
      await performOperationsOf(core, { brandId, subjectId: id });
    }
  } catch (error) {
    core.log.error({ error }, 'a wallet operation failed; the sweep will retry it');
  }
}

type Changed = NonNullable<Applied['changed']>;
/** What follows after the commits. */
interface Consequences {
  changed: Changed[];
  /** Deposits that were paid while they were open at another account. */
  elsewhere: Deposit[];
}
/** The result of one event; `unreadable` applies to the notification as a whole. */
type Result = Pick<Applied, 'changed' | 'isOpenElsewhere' | 'depositId'> & {
  outcome: Applied['outcome'] | 'unreadable';
};

/**
 * Applies the events of a notification. Returns false if some must be retried. Adds what follows to
 * the lists.
 */
async function process(
  core: Core,
  id: string,
  { changed, elsewhere }: Consequences,
  received?: Received,
): Promise<boolean> {
  const notification = received ?? (await loadUnprocessed(core.db, id));
  if (notification === undefined) return true;
  const { brand_id: brandId, connector: name, notification_id } = notification;
  const receivedAt = notification.received_at;
  const account = core.brands.get(brandId)?.accounts.get(name);
  // A later configuration may have the account again, and the notification is evidence of money.
  if (account === undefined) throw new Error(`${brandId} has no account ${name}`);
  const parsed = readNotification(account.connector, core.vault, notification);
  const events = 'kind' in parsed ? [] : parsed;
  const nothing: Result = { outcome: 'kind' in parsed ? 'unreadable' : 'unchanged', changed: null };
  const source = `notification ${notification_id}`;
  const confirmedBy = 'provider' as const;
  const evidence = {
    brandId,
    connector: name,
    source,
    confirmedBy,
    notificationId: id,
    receivedAt,
  };
  const steps = events.map((event) => (tx: Tx) => applyProviderEvent(core, tx, evidence, event));
  const results: Result[] = [];
  let isWaiting = false;
  for (const [index, step] of (steps.length === 0 ? [async () => nothing] : steps).entries()) {
    const isLast = index >= steps.length - 1;
    try {
      const result = await core.db.transaction().execute(async (tx) => {
        await lockNotification(tx, id);
        const applied: Result = await step(tx);
        results.push(applied);
        isWaiting ||= applied.outcome === 'tooEarly' && isYoung(core, notification);
        if (isLast && !isWaiting) await markProcessed(core, tx, notification, results, parsed);
        return applied;
      });
      const subject = result.changed;
      if (subject !== null) changed.push(subject);
      if (subject !== null && !('hold_id' in subject) && result.isOpenElsewhere) {
        elsewhere.push(subject);
      }
    } catch (error) {
      if (isProcessed(error)) return true;
      core.log.error({ notificationId: id, error }, 'applying an event of a notification failed');
      isWaiting = true;
    }
  }
  return !isWaiting;
}

function loadUnprocessed(db: Db, id: string): Promise<Notification | undefined> {
  return db
    .selectFrom('provider_notifications')
    .select(notificationColumns)
    .where('id', '=', id)
    .where('processed_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Locks a notification together with the next statement of the transaction, which fails if another process
 * has processed it: see {@link isProcessed}.
 */
async function lockNotification(tx: Tx, id: string): Promise<void> {
  await holdUnprocessed(tx, { id });
}

const holdUnprocessed = compileOnce((tx, { id }: { id: string }) =>
  tx
    .selectFrom('provider_notifications')
    .select('id')
    .where('id', '=', id)
    .where(sql<boolean>`(processed_at is null or refuse_processed())`)
    .forUpdate()
    .modifyEnd(asHeld),
);

/** Whether an error is that of the function `refuse_processed`. */
function isProcessed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'KS001';
}

/** Whether the subject of a notification may still arrive. */
function isYoung(core: Core, { received_at }: Notification): boolean {
  return core.now().getTime() - received_at.getTime() < tooEarlyForMs;
}

async function markProcessed(
  core: Core,
  tx: Tx,
  { id, brand_id: brandId }: Notification,
  results: readonly Result[],
  parsed: ReturnType<typeof readNotification>,
): Promise<void> {
  const unreadable = 'kind' in parsed ? { detail: parsed.detail } : {};
  const events = 'kind' in parsed ? [] : parsed;
  const summary = summarize(results.map((result) => result.outcome));
  const outcome = summary === 'tooEarly' ? 'unknownSubject' : summary;
  if (unexpectedOutcomes.has(outcome)) {
    const found = { notificationId: id, brandId, outcome, ...unreadable };
    core.log.error(found, 'a notification had no effect');
  }
  const subject_ids = listSubjects(events, results);
  await updateProcessed(tx, { id, processed_at: core.now(), outcome, subject_ids });
}

type Processed = Required<
  Pick<Selectable<ProviderNotificationsTable>, 'id' | 'processed_at' | 'outcome' | 'subject_ids'>
>;

const updateProcessed = compileOnce((tx, { id, ...written }: Processed) =>
  tx.updateTable('provider_notifications').set(written).where('id', '=', id).modifyEnd(asLast),
);

/**
 * Returns the deposits, withdrawals and refunds of the events, known or not, so that the operator's search
 * finds the notification; of a transfer the deposit that was found for it.
 */
function listSubjects(events: readonly ProviderEvent[], results: readonly Result[]): string[] {
  const found = results.flatMap(({ depositId }) => depositId ?? []);
  return [...new Set([...events.flatMap(subjectsOf), ...found])].filter(isUuid);
}

/**
 * Returns the most important outcome of a notification: first one that must wait, then an
 * unexpected one.
 */
function summarize(outcomes: string[]): string {
  return (
    outcomes.find((it) => it === 'tooEarly') ??
    outcomes.find((it) => unexpectedOutcomes.has(it)) ??
    outcomes.find((it) => it !== 'unchanged' && it !== 'duplicate') ??
    outcomes[0] ??
    'unchanged'
  );
}

/** Puts a failed notification at the end of the queue, so that it doesn't block the others. */
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
 * Processes the notifications that a crash or an error left, in order for each provider. Any number
 * of processes may run it in parallel. Returns their number.
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

/**
 * Claims a provider's due notifications by postponing their next attempt, so that a crash only
 * delays them.
 */
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
