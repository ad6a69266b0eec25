import { v7 as uuidv7 } from 'uuid';
import type { RawNotification } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import { toNotificationContext } from '../../ground/encryption/seal-notification.ts';

/** Until then a notification is left to the process that received it. */
const patienceMs = 5_000;

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
      next_attempt_at: new Date(now.getTime() + patienceMs),
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
