import { createHash } from 'node:crypto';
import type { Insertable, Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Connector, RawNotification } from '../../connectors/connector.ts';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { asPrepared } from '../../ground/database/prepared.ts';
import type { ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { openNotification, toNotificationContext } from '../../ground/encryption/sealed.ts';
import type { Vault } from '../../ground/encryption/vault.ts';
import { type Evidence, type Outcome, unexpectedOutcomes } from '../../providers/evidence.ts';

/** The lease of the process that received a notification, in milliseconds. */
const firstAttemptMs = 5_000;

export type Reception =
  | { kind: 'stored'; id: string; notification: Received }
  | { kind: 'repeated' }
  | { kind: 'refused' }
  /** The brand or the account doesn't exist. */
  | { kind: 'unknown' };

/**
 * Verifies a provider's notification and stores it once per account and notification id. The raw
 * body is encrypted, since it names payers and their accounts. `processNotification` acts on it
 * later.
 */
export async function receiveNotification(
  core: Core,
  { brandId, account: name }: { brandId: string; account: string },
  notification: RawNotification,
): Promise<Reception> {
  const account = core.brands.get(brandId)?.accounts.get(name);
  if (account === undefined) return { kind: 'unknown' };
  const now = core.now();
  const check = account.connector.checkNotification(notification, now);
  if (check.kind === 'refused') {
    core.log.warn(
      { brandId, connector: name, detail: check.detail },
      "a provider's notification was rejected",
    );
    return { kind: 'refused' };
  }
  const id = uuidv7();
  const [stored] = await insertNotification(core.db, {
    id,
    brand_id: brandId,
    connector: name,
    notification_id: check.notificationId,
    headers: JSON.stringify(keepHarmlessHeaders(notification.headers)),
    body: core.vault.seal(notification.body, toNotificationContext(brandId, id)),
    received_at: now,
    next_attempt_at: new Date(now.getTime() + firstAttemptMs),
  });
  if (stored === undefined) return { kind: 'repeated' };
  return { kind: 'stored', id, notification: { ...stored, text: notification.body } };
}

const kept: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'date']);

/**
 * Keeps harmless headers only, since any header may contain a provider's static secret. Of
 * signature headers only the presence is kept.
 */
function keepHarmlessHeaders(headers: Record<string, string>): Record<string, string> {
  const harmless = Object.entries(headers)
    .filter(([name]) => kept.has(name) || /sign|hmac|digest/.test(name))
    .map(([name, value]) => [name, kept.has(name) ? value : '']);
  return Object.fromEntries(harmless);
}

/** The columns that are needed to process a notification. */
export const notificationColumns = [
  'id',
  'brand_id',
  'connector',
  'notification_id',
  'headers',
  'body',
  'received_at',
] as const;

const insertNotification = compileOnce((db, row: Insertable<ProviderNotificationsTable>) =>
  db
    .insertInto('provider_notifications')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning(notificationColumns)
    .modifyEnd(asPrepared),
);

export type Notification = Pick<
  Selectable<ProviderNotificationsTable>,
  (typeof notificationColumns)[number]
>;

/** A notification that this process has just stored, with its body as it came. */
export type Received = Notification & { text: string };

type StoredNotification = Pick<Notification, 'id' | 'brand_id' | 'body' | 'headers'> &
  Partial<Pick<Received, 'text'>>;

const statusAnswerMark = 'kassa-status-answer';

/**
 * The stored headers of an event from a status response; the body is the event as the connector
 * parsed it. A notification's own headers never contain this name.
 */
const statusAnswerHeaders = { [statusAnswerMark]: 'event' };

/**
 * Parses the events of a stored notification, or returns why it is unreadable.
 * @throws SealError if no key of the ring decrypts it.
 */
export function readNotification(
  connector: Connector,
  vault: Vault,
  notification: StoredNotification,
): ReturnType<Connector['parseNotification']> {
  const body = notification.text ?? openNotification(vault, notification);
  return statusAnswerMark in notification.headers
    ? [JSON.parse(body)]
    : connector.parseNotification(body);
}

/**
 * Stores an event of a provider's response that had no effect and needs a person, like a
 * notification without effect. A repeated event is stored once; an event with an expected outcome isn't stored.
 */
export async function recordUnexpected(
  core: Core,
  tx: Tx,
  { brandId, connector }: Evidence,
  event: ProviderEvent,
  outcome: Outcome,
): Promise<void> {
  if (!unexpectedOutcomes.has(outcome)) return;
  const id = uuidv7();
  const body = JSON.stringify(event);
  const now = core.now();
  const kept = await tx
    .insertInto('provider_notifications')
    .values({
      id,
      brand_id: brandId,
      connector,
      notification_id: `status answer ${createHash('sha256').update(body).digest('hex')}`,
      headers: JSON.stringify(statusAnswerHeaders),
      body: core.vault.seal(body, toNotificationContext(brandId, id)),
      outcome,
      received_at: now,
      processed_at: now,
      next_attempt_at: now,
      subject_ids: subjectsOf(event),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return;
  const fields = { notificationId: id, brandId, connector, outcome };
  core.log.error(fields, "an event of a provider's response had no effect");
}

/** Returns Kassa's ids of the deposit, withdrawal or refund of an event. */
export function subjectsOf(event: ProviderEvent): string[] {
  switch (event.kind) {
    case 'payout':
      return [event.withdrawalId];
    case 'refund':
      return [event.depositId, event.refundId];
    case 'payment':
    case 'reversal':
      return [event.depositId];
    // The bank knows no deposit.
    case 'transfer':
      return [];
  }
}
