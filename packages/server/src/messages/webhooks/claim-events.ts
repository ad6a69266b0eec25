import { sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';

/** An event that this process sends now. */
export interface ClaimedEvent {
  id: string;
  brandId: string;
  /** The operator's id of the player. */
  playerId: string;
  sequence: number;
  type: string;
  data: Record<string, unknown>;
  createdAt: Date;
  /** The number of this attempt in the round, from 1. */
  attempt: number;
  roundBeganAt: Date;
}

interface ClaimOrder {
  brandId: string;
  /** Whether to claim events that failed before, or new ones. */
  isRetry: boolean;
  limit: number;
  now: Date;
  /** When other processes may claim the events, if this process has died. */
  leaseUntil: Date;
}

/**
 * Claims due events by moving their next attempt to the end of a lease, so that no two processes
 * send the same event. A crash only delays them.
 */
export async function claimEvents(
  db: Db,
  { brandId, isRetry, limit, now, leaseUntil }: ClaimOrder,
): Promise<ClaimedEvent[]> {
  const claimed = await db
    .with('due', (query) => {
      const pending = query
        .selectFrom('webhook_events')
        .select('id')
        .where('brand_id', '=', brandId)
        .where('status', '=', 'pending')
        .orderBy('next_attempt_at')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      // A new event is always due, whatever the database's clock was when it was written.
      return isRetry
        ? pending.where('attempts', '>', 0).where('next_attempt_at', '<=', now)
        : pending.where('attempts', '=', 0);
    })
    .updateTable('webhook_events as event')
    .from('due')
    .from('players as player')
    .set({ attempts: sql<number>`event.attempts + 1`, next_attempt_at: leaseUntil })
    .whereRef('event.id', '=', 'due.id')
    .whereRef('player.brand_id', '=', 'event.brand_id')
    .whereRef('player.id', '=', 'event.player_id')
    .returningAll('event')
    .returning('player.external_id')
    .execute();
  return claimed.map((row) => ({
    id: row.id,
    brandId: row.brand_id,
    playerId: row.external_id,
    sequence: Number(row.sequence),
    type: row.type,
    data: row.data,
    createdAt: row.created_at,
    attempt: row.attempts,
    roundBeganAt: row.round_began_at,
  }));
}
