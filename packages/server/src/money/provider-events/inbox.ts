import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Connector, ProviderEvent, RawNotification } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { openNotification, toNotificationContext } from '../../ground/encryption/sealed.ts';
import type { Vault } from '../../ground/encryption/vault.ts';
import { type Evidence, type Outcome, surprising } from '../../providers/evidence.ts';

/** Until then a notification is left to the process that received it. */
const firstAttemptMs = 5_000;

export type Receipt =
  | { kind: 'stored'; id: string }
  | { kind: 'repeated' }
  | { kind: 'refused' }
  /** No such brand or connector. */
  | { kind: 'unknown' };

/**
 * Verifies a provider's notification and stores it raw and sealed, once per provider and notification
 * id: it names payers and their accounts. Nothing is decided here: that is for `processNotification`.
 */
export async function receiveNotification(
  core: Core,
  { brandId, connectorName }: { brandId: string; connectorName: string },
  notification: RawNotification,
): Promise<Receipt> {
  const connector = core.brands.get(brandId)?.connectors.get(connectorName);
  if (connector === undefined) return { kind: 'unknown' };
  const now = core.now();
  const check = connector.checkNotification(notification, now);
  if (check.kind === 'refused') {
    core.log.warn(
      { brandId, connector: connectorName, detail: check.detail },
      'a provider notification is refused',
    );
    return { kind: 'refused' };
  }
  const id = uuidv7();
  const stored = await core.db
    .insertInto('provider_notifications')
    .values({
      id,
      brand_id: brandId,
      connector: connectorName,
      notification_id: check.notificationId,
      headers: JSON.stringify(keepHarmless(notification.headers)),
      body: core.vault.seal(notification.body, toNotificationContext(brandId, id)),
      received_at: now,
      next_attempt_at: new Date(now.getTime() + firstAttemptMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return stored === undefined ? { kind: 'repeated' } : { kind: 'stored', id: stored.id };
}

const kept: ReadonlySet<string> = new Set(['content-type', 'user-agent', 'date']);

/** A provider's static secret may stand in any header: of a signature only that there was one is kept. */
function keepHarmless(headers: Record<string, string>): Record<string, string> {
  const harmless = Object.entries(headers)
    .filter(([name]) => kept.has(name) || /sign|hmac|digest/.test(name))
    .map(([name, value]) => [name, kept.has(name) ? value : '']);
  return Object.fromEntries(harmless);
}

type StoredNotification = Pick<
  Selectable<ProviderNotificationsTable>,
  'id' | 'brand_id' | 'body' | 'headers'
>;

const statusAnswerMark = 'kassa-status-answer';

/**
 * Stands for the headers of what a provider said when it was asked: the body is an event as its
 * connector read it. Of a notification's own headers none of that name is kept.
 */
const statusAnswerHeaders = { [statusAnswerMark]: 'event' };

/**
 * What a stored notification tells of, or why it can't be read.
 * @throws SealError where no key of the ring opens it.
 */
export function readNotification(
  connector: Connector,
  vault: Vault,
  notification: StoredNotification,
): ReturnType<Connector['parseNotification']> {
  const body = openNotification(vault, notification);
  return statusAnswerMark in notification.headers
    ? [JSON.parse(body)]
    : connector.parseNotification(body);
}

/**
 * Keeps what a provider said when it was asked, where that led to nothing and a person must look at
 * it: beside the notifications that did, and once however often it says so. What was no surprise is
 * left alone.
 */
export async function recordUnexpected(
  core: Core,
  tx: Tx,
  { brandId, connector }: Evidence,
  event: ProviderEvent,
  outcome: Outcome,
): Promise<void> {
  if (!surprising.has(outcome)) return;
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
      subject_ids: [event.kind === 'payout' ? event.withdrawalId : event.depositId],
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (kept === undefined) return;
  const fields = { notificationId: id, brandId, connector, outcome };
  core.log.error(fields, "a provider's answer led to nothing");
}
