import { type Kysely, sql } from 'kysely';

/**
 * Delivery of the outbox: the delivery status of each event, and a log of every attempt. While an
 * event is being sent, its `next_attempt_at` lies after the request's timeout: that is its lease.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of [delivery, attempts]) await sql.raw(statement).execute(db);
}

const delivery = `
alter table webhook_events
  add column status text not null default 'pending'
    check (status in ('pending', 'delivered', 'failed')),
  -- Attempts of the current round; a redelivery begins a new round.
  add column attempts integer not null default 0,
  add column next_attempt_at timestamptz not null default clock_timestamp(),
  add column round_began_at timestamptz not null default clock_timestamp(),
  add column delivered_at timestamptz,
  add constraint webhook_events_delivered check (status <> 'delivered' or delivered_at is not null);

-- New events and retried events wait in two queues (webhooks/outbox.ts).
create index webhook_events_new on webhook_events (brand_id, next_attempt_at)
  where status = 'pending' and attempts = 0;
create index webhook_events_retried on webhook_events (brand_id, next_attempt_at)
  where status = 'pending' and attempts > 0;
create index webhook_events_failed on webhook_events (brand_id, id) where status = 'failed';
create index webhook_events_of_player on webhook_events (brand_id, player_id, id);
`;

const attempts = `
create table webhook_attempts (
  id uuid primary key,
  brand_id text not null,
  event_id uuid not null,
  outcome text not null check (outcome in
    ('delivered', 'refused', 'redirected', 'gone', 'timeout', 'unreachable', 'insecure', 'broken')),
  http_status integer,
  duration_ms integer not null check (duration_ms >= 0),
  -- The beginning of the operator's response body, masked.
  answer text,
  started_at timestamptz not null,
  foreign key (brand_id, event_id) references webhook_events (brand_id, id) on delete cascade
);
create index webhook_attempts_of_event on webhook_attempts (brand_id, event_id, id);
`;
