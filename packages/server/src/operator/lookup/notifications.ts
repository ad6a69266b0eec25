import type { Selectable } from 'kysely';
import * as z from 'zod/mini';
import type { ProviderEvent } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { ProviderNotificationsTable } from '../../ground/database/tables/money.ts';
import { readNotification } from '../../money/provider-events/inbox.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';

export type NotificationRow = Selectable<ProviderNotificationsTable>;

/** The states that a list of notifications can be filtered by. */
export const notificationStates = ['open', 'waiting', 'resolved', 'all'] as const;

export const notificationSchema = z.object({
  id: z.string(),
  connector: z.string(),
  notificationId: z.string(),
  receivedAt: instantSchema,
  /** Null while the notification waits to be processed. */
  outcome: z.nullable(z.string()),
  attempts: z.int(),
  nextAttemptAt: z.nullable(instantSchema),
  resolvedAt: z.nullable(instantSchema),
  resolvedReason: z.nullable(z.string()),
  /** The events in the notification, one line each; empty if it is unreadable. */
  events: z.array(z.string()),
});

/** Outcomes of notifications that wait for a person. */
export const openOutcomes = [...unexpectedOutcomes];

/**
 * Describes a notification for operators: the events that the connector reads from it, never the
 * raw body.
 */
export function describeNotification(
  core: Pick<Core, 'brands' | 'vault'>,
  row: NotificationRow,
): z.infer<typeof notificationSchema> {
  return {
    id: row.id,
    connector: row.connector,
    notificationId: row.notification_id,
    receivedAt: row.received_at.toISOString(),
    outcome: row.outcome,
    attempts: row.attempts,
    nextAttemptAt: row.processed_at === null ? row.next_attempt_at.toISOString() : null,
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedReason: row.resolved_reason,
    events: readEvents(core, row),
  };
}

/** Describes the events of a notification, one line each; of an unreadable one the place at fault. */
export function readEvents(
  { brands, vault }: Pick<Core, 'brands' | 'vault'>,
  row: NotificationRow,
): string[] {
  const account = brands.get(row.brand_id)?.accounts.get(row.connector);
  if (account === undefined) return [];
  try {
    const events = readNotification(account.connector, vault, row);
    return 'kind' in events ? [`unreadable: ${events.detail}`] : events.map(describeEvent);
  } catch {
    // Its encryption key is missing; the job that rotates keys logs that.
    return [];
  }
}

function describeEvent(event: ProviderEvent): string {
  if (event.kind === 'transfer') {
    const { providerReference, paid } = event;
    return `transfer ${providerReference}: ${paid.amount} ${paid.currency}`;
  }
  const subject = event.kind === 'payout' ? event.withdrawalId : event.depositId;
  const head = `${event.kind} ${event.providerReference} of ${subject}`;
  switch (event.kind) {
    case 'payment':
    case 'payout': {
      // An event that an earlier release stored has no amount.
      const paid = event.paid == null ? '' : ` ${event.paid.amount} ${event.paid.currency}`;
      return `${head}: ${event.status}${paid}`;
    }
    case 'refund': {
      const { refundId, status, refunded } = event;
      const money = refunded === null ? '' : ` ${refunded.amount} ${refunded.currency}`;
      return `${head}: ${refundId} ${status}${money}`;
    }
    case 'reversal':
      return `${head}: ${event.reversal} ${event.amount.amount} ${event.amount.currency}`;
  }
}

/**
 * Locks a notification of the brand in order to resolve or retry it.
 * @throws OperatorError notification.notFound, also for a notification of another brand
 */
export async function lockNotification(
  tx: Tx,
  brandId: string,
  id: string,
): Promise<NotificationRow> {
  const row = await tx
    .selectFrom('provider_notifications')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) {
    throw new OperatorError('notification.notFound', 'There is no such notification.');
  }
  return row;
}
