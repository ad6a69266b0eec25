import { addDecimals, compareDecimals, negateDecimal } from '@kassa/contract';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { RequisiteRow } from '../../ground/database/tables/requisites.ts';
import { isUuid } from '../../ground/is-uuid.ts';
import { OperatorError } from '../operator-error.ts';
import { instantSchema } from '../request-fields.ts';
import { requisiteKinds } from './requisite-fields.ts';
import { encodeHours, isWithinHours, localDay } from './working-hours.ts';

/** One of the operator's own accounts as operators see it: without its payee's details. */
export const requisiteSchema = z.object({
  id: z.string(),
  account: z.string(),
  kind: z.enum(requisiteKinds),
  country: z.string(),
  currency: z.string(),
  methods: z.array(z.string()),
  /** Masked: `•••• 4242`. */
  number: z.string(),
  bank: z.nullable(z.string()),
  owner: z.nullable(z.string()),
  hasReference: z.boolean(),
  minAmount: z.nullable(z.string()),
  maxAmount: z.nullable(z.string()),
  dayAmountLimit: z.nullable(z.string()),
  dayCountLimit: z.nullable(z.int()),
  workingHours: z.nullable(z.string()),
  timeZone: z.string(),
  cooldownMinutes: z.int(),
  state: z.enum(['on', 'off', 'removed']),
  isWithinHours: z.boolean(),
  /** What was given out today, and is left of the limits; null: no limit. */
  amountToday: z.string(),
  countToday: z.int(),
  amountLeftToday: z.nullable(z.string()),
  countLeftToday: z.nullable(z.int()),
  /** The invoices that can still be paid in time. */
  liveInvoices: z.int(),
  lastGivenAt: z.nullable(instantSchema),
  createdAt: instantSchema,
});

export function describeRequisite(
  row: RequisiteRow,
  liveInvoices: number,
  now: Date,
): z.infer<typeof requisiteSchema> {
  const isToday = row.day === localDay(now, row);
  const amountToday = isToday ? row.day_amount : '0';
  const countToday = isToday ? row.day_count : 0;
  return {
    ...describeSettings(row),
    id: row.id,
    account: row.account,
    kind: row.kind,
    country: row.country,
    currency: row.currency,
    number: row.masked,
    bank: row.bank,
    state: stateOf(row),
    isWithinHours: isWithinHours(now, row),
    amountToday,
    countToday,
    amountLeftToday: row.day_amount_limit && subtract(row.day_amount_limit, amountToday),
    countLeftToday: row.day_count_limit && Math.max(0, row.day_count_limit - countToday),
    liveInvoices,
    lastGivenAt: row.last_given_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  };
}

/** Returns the settings of a requisite that may be changed. */
export function describeSettings(row: RequisiteRow) {
  return {
    methods: row.methods,
    owner: row.owner,
    hasReference: row.has_reference,
    minAmount: row.min_amount,
    maxAmount: row.max_amount,
    dayAmountLimit: row.day_amount_limit,
    dayCountLimit: row.day_count_limit,
    workingHours: encodeHours(row),
    timeZone: row.time_zone,
    cooldownMinutes: row.cooldown_minutes,
  };
}

function stateOf({ is_on, removed_at }: Pick<RequisiteRow, 'is_on' | 'removed_at'>) {
  if (removed_at !== null) return 'removed' as const;
  return is_on ? ('on' as const) : ('off' as const);
}

/** Returns what is left of a limit; a limit that was lowered meanwhile leaves nothing. */
function subtract(limit: string, used: string): string {
  const left = addDecimals(limit, negateDecimal(used));
  return compareDecimals(left, '0') > 0 ? left : '0';
}

/** Selects requisites; the day as a text, which the driver would make a time of this machine's zone. */
export function selectRequisites(db: Db | Tx) {
  return db.selectFrom('requisites').selectAll().select(sql<string | null>`day::text`.as('day'));
}

/**
 * Loads a requisite of a brand, also a removed one.
 * @throws OperatorError requisite.notFound
 */
export async function loadRequisite(
  db: Db | Tx,
  brandId: string,
  id: string,
  now: Date,
): Promise<z.infer<typeof requisiteSchema>> {
  const row = isUuid(id)
    ? await selectRequisites(db)
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw requisiteNotFound();
  const live = await countLive(db, [id]);
  return describeRequisite(row, live.get(id) ?? 0, now);
}

/**
 * Finds a requisite that isn't removed, and locks it until the end of the transaction.
 * @throws OperatorError requisite.notFound
 */
export async function lockRequisite(tx: Tx, brandId: string, id: string): Promise<RequisiteRow> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('requisites')
        .selectAll()
        .where('brand_id', '=', brandId)
        .where('id', '=', id)
        .where('removed_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
    : undefined;
  if (row === undefined) throw requisiteNotFound();
  return row;
}

export function requisiteNotFound(): OperatorError {
  return new OperatorError('requisite.notFound', 'There is no such account in the pool.');
}

/** Counts the live invoices of each requisite that has any. */
export async function countLive(db: Db | Tx, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('requisite_reservations')
    .select(['requisite_id', ({ fn }) => fn.countAll<string>().as('count')])
    .where('requisite_id', 'in', ids)
    .where('freed_at', 'is', null)
    .groupBy('requisite_id')
    .execute();
  return new Map(rows.map(({ requisite_id, count }) => [requisite_id, Number(count)]));
}
