import { sql } from 'kysely';
import type { Db } from '../../ground/database/connect.ts';
import type { Entry } from './entry.ts';
import type { Subject } from './subject.ts';

/** What the provider told of it. */
export async function loadNotifications(db: Db, { brandId, id }: Subject): Promise<Entry[]> {
  const rows = await db
    .selectFrom('provider_notifications')
    .select(['id', 'connector', 'notification_id', 'outcome', 'received_at', 'resolved_reason'])
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`subject_ids @> array[${id}]::uuid[]`)
    .execute();
  return rows.map((row) => ({
    at: row.received_at.toISOString(),
    kind: 'notification',
    text:
      `${row.connector} sent ${row.notification_id}: ${row.outcome ?? 'not processed yet'}` +
      `${row.resolved_reason === null ? '' : `; resolved: ${row.resolved_reason}`}`,
    id: row.id,
  }));
}

/** What the operator's systems were told of it, and whether that arrived. */
export async function loadWebhooks(db: Db, subject: Subject, playerId: string): Promise<Entry[]> {
  const field = subject.kind === 'deposit' ? 'depositId' : 'withdrawalId';
  const rows = await db
    .selectFrom('webhook_events')
    .select(['id', 'type', 'sequence', 'status', 'attempts', 'created_at'])
    .where('brand_id', '=', subject.brandId)
    .where('player_id', '=', playerId)
    .where(sql<boolean>`data ->> ${field} = ${subject.id}`)
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'webhook',
    text: `${row.type} (number ${row.sequence} of the player): ${row.status}, ${row.attempts} attempts`,
    id: row.id,
  }));
}

/** What operators did with it, and what was refused to them. */
export async function loadActs(db: Db, subject: Subject, subjectIds: string[]): Promise<Entry[]> {
  const rows = await db
    .selectFrom('operator_acts')
    .select(['id', 'actor', 'action', 'outcome', 'error_code', 'reason', 'created_at'])
    .where('brand_id', '=', subject.brandId)
    .where('subject_id', 'in', subjectIds)
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'act',
    text:
      `${row.actor}: ${row.action}, ${row.outcome}` +
      `${row.error_code === null ? '' : ` (${row.error_code})`}` +
      `${row.reason === null ? '' : `: ${row.reason}`}`,
    id: row.id,
  }));
}
