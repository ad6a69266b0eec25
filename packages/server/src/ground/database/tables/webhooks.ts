import type { Generated } from 'kysely';
import type { NetworkFailure } from '../../signed-http/post-signed.ts';
import type { WebhookEventsTable } from './money.ts';

/** Delivery of an event. A `failed` event is only sent again on an operator's request. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The delivery columns of the outbox's rows. */
export interface DeliveryColumns {
  status: Generated<DeliveryStatus>;
  /** Attempts of the current round; a redelivery begins a new round. */
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  round_began_at: Generated<Date>;
  delivered_at: Date | null;
}

/** The outcome of one attempt. `refused`: a status outside 2xx other than a redirect or 410. */
export type AttemptOutcome = 'delivered' | 'refused' | 'redirected' | 'gone' | NetworkFailure;

export interface WebhookAttemptsTable {
  id: string;
  brand_id: string;
  event_id: string;
  outcome: AttemptOutcome;
  http_status: number | null;
  duration_ms: number;
  answer: string | null;
  started_at: Date;
}

export interface WebhookTables {
  webhook_events: WebhookEventsTable & DeliveryColumns;
  webhook_attempts: WebhookAttemptsTable;
}
