import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import type { AttemptOutcome, DeliveryStatus } from '../../ground/database/tables/webhooks.ts';

/** An event and its delivery, as the operator sees it. */
export interface Delivery {
  /** The event's id; `webhook-id` in requests. */
  id: string;
  type: string;
  /** The operator's id of the player. */
  playerId: string;
  sequence: number;
  status: DeliveryStatus;
  /** Attempts of the current round. */
  attempts: number;
  /** Null unless the event is pending. */
  nextAttemptAt: Date | null;
  createdAt: Date;
  deliveredAt: Date | null;
}

/** One line of the delivery log. */
export interface DeliveryAttempt {
  startedAt: Date;
  outcome: AttemptOutcome;
  /** Null if no response came. */
  httpStatus: number | null;
  durationMs: number;
  /** The beginning of the response, masked; or the error. */
  answer: string | null;
}

/** The states of the metric `kassa_webhook_events`, `delivered`, and `pending`: new or retried. */
export const deliveryStates = ['new', 'retried', 'pending', 'delivered', 'failed'] as const;

export interface DeliveryFilter {
  status?: (typeof deliveryStates)[number];
  type?: string;
  /** The operator's id of a player. */
  playerId?: string;
  from?: Date;
  /** Exclusive. */
  to?: Date;
  /** Only events older than this one, which is the last of the previous page. */
  before?: string;
  /** Only events from this one on. */
  least?: string;
  /** 100 at most, 50 by default. */
  limit?: number;
}

const longestPage = 100;

/** Lists a brand's events and their deliveries, newest first. */
export async function listDeliveries(
  db: Db,
  brandId: string,
  { status, type, playerId, from, to, before, least, limit = 50 }: DeliveryFilter = {},
): Promise<Delivery[]> {
  let query = selectDeliveries(db, brandId);
  if (status !== undefined) query = query.where(isInState(status));
  if (type !== undefined) query = query.where('event.type', '=', type);
  if (playerId !== undefined) query = query.where('player.external_id', '=', playerId);
  if (from !== undefined) query = query.where('event.created_at', '>=', from);
  if (to !== undefined) query = query.where('event.created_at', '<', to);
  if (before !== undefined) query = query.where('event.id', '<', before);
  if (least !== undefined) query = query.where('event.id', '>=', least);
  const rows = await query
    .orderBy('event.id', 'desc')
    .limit(Math.min(limit, longestPage))
    .execute();
  return rows.map(toDelivery);
}

/** The words of the partial indexes stand in the text of the query, which finds them by that. */
function isInState(state: NonNullable<DeliveryFilter['status']>): RawBuilder<SqlBool> {
  switch (state) {
    case 'new':
      return sql`event.status = 'pending' and event.attempts = 0`;
    case 'retried':
      return sql`event.status = 'pending' and event.attempts > 0`;
    default:
      return sql`event.status = ${sql.lit(state)}`;
  }
}

/**
 * Loads one event with its data and log, oldest attempt first; null if the brand has no such event.
 */
export async function loadDelivery(
  db: Db,
  brandId: string,
  eventId: string,
): Promise<(Delivery & { data: Record<string, unknown>; log: DeliveryAttempt[] }) | null> {
  const row = await selectDeliveries(db, brandId)
    .select('event.data')
    .where('event.id', '=', eventId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const attempts = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute();
  const log = attempts.map((attempt) => ({
    startedAt: attempt.started_at,
    outcome: attempt.outcome,
    httpStatus: attempt.http_status,
    durationMs: attempt.duration_ms,
    answer: attempt.answer,
  }));
  return { ...toDelivery(row), data: row.data, log };
}

const columns = [
  'event.id',
  'event.type',
  'event.sequence',
  'event.status',
  'event.attempts',
  'event.next_attempt_at',
  'event.created_at',
  'event.delivered_at',
  'player.external_id',
] as const;

function selectDeliveries(db: Db, brandId: string) {
  return db
    .selectFrom('webhook_events as event')
    .innerJoin('players as player', (join) =>
      join
        .onRef('player.brand_id', '=', 'event.brand_id')
        .onRef('player.id', '=', 'event.player_id'),
    )
    .where('event.brand_id', '=', brandId)
    .select(columns);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number];

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    type: row.type,
    playerId: row.external_id,
    sequence: Number(row.sequence),
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'pending' ? row.next_attempt_at : null,
    createdAt: row.created_at,
    deliveredAt: row.delivered_at,
  };
}
