import type { Selectable } from 'kysely';
import type { Connector } from '../../connectors/connector.ts';
import type { ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { openNotification } from '../../ground/encryption/seal-notification.ts';
import type { Vault } from '../../ground/encryption/vault.ts';

type StoredNotification = Pick<
  Selectable<ProviderNotificationsTable>,
  'id' | 'brand_id' | 'body' | 'headers'
>;

const statusAnswerMark = 'kassa-status-answer';

/**
 * Stands for the headers of what a provider said when it was asked: the body is an event as its
 * connector read it. Of a notification's own headers none of that name is kept.
 */
export const statusAnswerHeaders = { [statusAnswerMark]: 'event' };

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
