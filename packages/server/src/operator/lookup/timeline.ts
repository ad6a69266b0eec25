import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Core } from '../../core/core.ts';
import type { Db } from '../../ground/database/connect.ts';
import { unexpectedOutcomes } from '../../providers/evidence.ts';
import { instantSchema } from '../request-fields.ts';
import { readEvents } from './notifications.ts';

/** One event in the timeline of a deposit or withdrawal. */
export const entrySchema = z.object({
  at: instantSchema,
  kind: z.enum([
    'transition',
    'attempt',
    'payment',
    'reversal',
    'refund',
    'transfer',
    'wallet',
    'notification',
    'webhook',
    'claim',
    'act',
  ]),
  /** A description of the event. */
  text: z.string(),
  /** The id of the event's row: a payment's, a transfer's, a delivery's … */
  id: z.string(),
});

export type Entry = z.infer<typeof entrySchema>;

/** Sorts the entries of several sources by time, oldest first. */
export function sortEntries(entries: readonly Entry[]): Entry[] {
  return entries.toSorted((left, right) => left.at.localeCompare(right.at));
}

/** The deposit or withdrawal of a timeline. */
export interface Subject {
  brandId: string;
  kind: 'deposit' | 'withdrawal';
  id: string;
}

/** Loads the status changes of a deposit or withdrawal. */
export async function loadTransitions(db: Db, { brandId, kind, id }: Subject): Promise<Entry[]> {
  const rows =
    kind === 'deposit'
      ? await db
          .selectFrom('deposit_transitions')
          .select(['id', 'from_status', 'to_status', 'reason', 'created_at'])
          .where('brand_id', '=', brandId)
          .where('deposit_id', '=', id)
          .execute()
      : await db
          .selectFrom('withdrawal_transitions')
          .select(['id', 'from_status', 'to_status', 'reason', 'created_at'])
          .where('brand_id', '=', brandId)
          .where('withdrawal_id', '=', id)
          .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'transition',
    text: `${row.from_status === null ? '' : `${row.from_status} → `}${row.to_status}: ${row.reason}`,
    id: row.id,
  }));
}

/** Loads the ledger transfers of a deposit or withdrawal. */
export async function loadTransfers(db: Db, { brandId, kind, id }: Subject): Promise<Entry[]> {
  const rows = await db
    .selectFrom('ledger_transfers as t')
    .innerJoin('ledger_entries as e', (join) =>
      join.onRef('e.transfer_id', '=', 't.id').onRef('e.brand_id', '=', 't.brand_id'),
    )
    .innerJoin('ledger_accounts as a', (join) =>
      join.onRef('a.id', '=', 'e.account_id').onRef('a.brand_id', '=', 'e.brand_id'),
    )
    .select(['t.id', 't.kind', 't.reason', 't.created_at'])
    .select(
      sql<string>`string_agg(a.kind || ' ' || e.amount || ' ' || e.currency, ', ' order by e.line)`.as(
        'lines',
      ),
    )
    .where('t.brand_id', '=', brandId)
    .where(kind === 'deposit' ? 't.deposit_id' : 't.withdrawal_id', '=', id)
    .groupBy(['t.id', 't.kind', 't.reason', 't.created_at'])
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'transfer',
    text: `${row.kind}${row.reason === null ? '' : ` (${row.reason})`}: ${row.lines}`,
    id: row.id,
  }));
}

/** Loads the operations that the operator's own wallet was asked for. */
export async function loadWalletOperations(db: Db, subject: Subject): Promise<Entry[]> {
  const rows = await db
    .selectFrom('wallet_operations')
    .selectAll()
    .where('brand_id', '=', subject.brandId)
    .where(subject.kind === 'deposit' ? 'deposit_id' : 'withdrawal_id', '=', subject.id)
    .execute();
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    kind: 'wallet',
    text:
      `${row.kind} of ${row.amount} ${row.currency}: ${row.status}` +
      `${row.attempts > 0 ? ` after ${row.attempts} attempts` : ''}` +
      `${row.detail === null ? '' : ` (${row.detail})`}`,
    id: row.id,
  }));
}

/**
 * Loads the provider's notifications about a deposit or withdrawal. One that waits for a person
 * names its events.
 */
export async function loadNotifications(
  core: Pick<Core, 'db' | 'brands' | 'vault'>,
  { brandId, id }: Subject,
): Promise<Entry[]> {
  const rows = await core.db
    .selectFrom('provider_notifications')
    .selectAll()
    .where('brand_id', '=', brandId)
    .where(sql<boolean>`subject_ids @> array[${id}]::uuid[]`)
    .execute();
  return rows.map((row) => ({
    at: row.received_at.toISOString(),
    kind: 'notification',
    text:
      `${row.connector} sent ${row.notification_id}: ${row.outcome ?? 'not processed yet'}` +
      `${unexpectedOutcomes.has(row.outcome ?? '') ? ` (${readEvents(core, row).join('; ')})` : ''}` +
      `${row.resolved_reason === null ? '' : `; resolved: ${row.resolved_reason}`}`,
    id: row.id,
  }));
}

/** Loads the webhooks about a deposit or withdrawal with their delivery status. */
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

/** Loads the operators' acts on a deposit or withdrawal, including rejected ones. */
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
