import type { Generated } from 'kysely';
import type { NetworkFailure } from '../../signed-http/post-signed.ts';
import type { WebhookEventsTable } from './money.ts';

/** What became of an event: `failed` is sent no more unless someone asks for it. */
export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** What delivering adds to the outbox's rows. */
export interface DeliveryColumns {
  status: Generated<DeliveryStatus>;
  /** How often it was sent in the present round; a redelivery begins a new one. */
  attempts: Generated<number>;
  next_attempt_at: Generated<Date>;
  round_began_at: Generated<Date>;
  delivered_at: Date | null;
}

/** How one attempt ended. `refused`: any other status than 2xx. */
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
