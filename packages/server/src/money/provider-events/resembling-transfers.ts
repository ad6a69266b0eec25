import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BankTransfer } from '../../ground/database/tables/requisites.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { resolveBookingSpan } from './booking-span.ts';
import { clockSlackMs } from './match-transfer.ts';
import { areAccountsDifferent, arePayersDifferent } from './payers-different.ts';
import { openDetails, type TransferDetails } from './transfer-details.ts';

const dayMs = 24 * 3600_000;

/**
 * The longest time between the bookings of one transfer in two sources, in milliseconds, if bank
 * holidays lie between them. Up to three days apart they are paired (record-transfer.ts).
 */
const mostDoubtfulMs = 10 * dayMs;

/** The widest distance of two bookings that are compared: one may stand for a whole day of its zone. */
const widest = sql`${mostDoubtfulMs + dayMs}::float8 * interval '1 millisecond'`;

/** A transfer as it is compared with others. */
export type Compared = Pick<
  BankTransfer,
  | 'id'
  | 'requisite_id'
  | 'source'
  | 'statement_id'
  | 'notification_id'
  | 'bank_reference'
  | 'paired_reference'
  | 'paired_statement_id'
  | 'amount'
  | 'currency'
  | 'booked_at'
  | 'reference'
> & { details: TransferDetails | null };

type Found = BankTransfer & { subject_id: string; time_zone: string | null };

/** Opens what a transfer is compared by. */
export function toCompared({ vault }: Pick<Core, 'vault'>, row: BankTransfer): Compared {
  return { ...row, details: nullIfUnreadable(() => openDetails(vault, row)) };
}

/**
 * Finds the transfers that may be the same money as each of the given ones, by its id: of the same
 * account, amount and currency, booked near each other ({@link mostApartMs}), from a payer who is not known to
 * be another, whatever deposit they name or have. Two transfers that one source names differently are two.
 */
export async function findResemblingTransfers(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  brandId: string,
  transfers: readonly Compared[],
): Promise<ReadonlyMap<string, BankTransfer[]>> {
  const byId = new Map(transfers.map((it) => [it.id, it]));
  const resembling = new Map<string, BankTransfer[]>();
  if (transfers.length === 0) return resembling;
  const { rows } = await selectSimilar(brandId, transfers).execute(db);
  for (const { subject_id, time_zone, ...row } of rows) {
    const transfer = byId.get(subject_id);
    if (transfer === undefined) continue;
    // Most rows are apart by days, and needn't be opened.
    if (!isNearInTime(transfer, row, time_zone ?? 'UTC')) continue;
    if (!mayBeSame(transfer, toCompared(core, row))) continue;
    resembling.set(subject_id, [...(resembling.get(subject_id) ?? []), row]);
  }
  return resembling;
}

/**
 * Whether a person has said of two transfers that they are other money, or that the other one is a duplicate.
 */
export function isDecided(row: BankTransfer, other: BankTransfer): boolean {
  const isSeparate = (one: BankTransfer, id: string) => one.separate_from?.includes(id) === true;
  return other.same_as === row.id || isSeparate(row, other.id) || isSeparate(other, row.id);
}

/** Whether a stored transfer may be the same money as another one, and no person has decided about the two. */
export async function resemblesOther(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  row: BankTransfer,
): Promise<boolean> {
  const found = await findResemblingTransfers(core, db, row.brand_id, [toCompared(core, row)]);
  return (found.get(row.id) ?? []).some((other) => !isDecided(row, other));
}

type Named = Omit<Compared, 'details'>;

/** Whether one transfer may have both bookings, which may be whole days of the account's time zone. */
function isNearInTime(one: Named, other: Named, timeZone: string): boolean {
  // One source names a payment once, also if it is booked anew days later.
  if (one.source === other.source && one.bank_reference === other.bank_reference) return true;
  const own = resolveBookingSpan(one.booked_at, timeZone);
  const others = resolveBookingSpan(other.booked_at, timeZone);
  const areNotified = one.source === 'notification' && other.source === 'notification';
  const areDays = own.from < own.to && others.from < others.to;
  // Two notified bookings of whole days have ids of their own, and no moment that tells them to be one payment.
  if (areNotified && areDays) return false;
  const apartMs = Math.max(
    0,
    own.from.getTime() - others.to.getTime(),
    others.from.getTime() - own.to.getTime(),
  );
  return apartMs <= mostApartMs(one, other);
}

/** What the database can't compare: payers and numbers. */
function mayBeSame(one: Compared, other: Compared): boolean {
  const isOfOneRow = one.requisite_id !== null && one.requisite_id === other.requisite_id;
  const [number, another] = [one.details?.accountNumber, other.details?.accountNumber];
  if (!isOfOneRow && areAccountsDifferent(number ?? null, another ?? null)) return false;
  return !arePayersDifferent(one.details, other.details);
}

/** The longest time between the bookings that two reports have of one transfer. */
function mostApartMs(one: Named, other: Named): number {
  if (one.source !== other.source) return mostDoubtfulMs;
  if (one.source === 'notification') return clockSlackMs;
  const isPaired = one.paired_reference !== null || other.paired_reference !== null;
  return isPaired ? mostDoubtfulMs : dayMs;
}

const isNotified = (row: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${row}.source`)} = 'notification' or ${sql.ref(`${row}.paired_reference`)} is not null)`;

const isStated = (row: string): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${row}.source`)} = 'statement' or ${sql.ref(`${row}.paired_reference`)} is not null)`;

const statementOf = (row: string) =>
  sql`case when ${sql.ref(`${row}.source`)} = 'statement' then ${sql.ref(`${row}.statement_id`)}
    else ${sql.ref(`${row}.paired_statement_id`)} end`;

/**
 * Selects the transfers whose account, money and time allow that they are the same money, and whose
 * names don't contradict it. Each branch ends in an index.
 */
function selectSimilar(brandId: string, transfers: readonly Compared[]): RawBuilder<Found> {
  const sameMoney = sql`o.amount = t.amount and o.currency = t.currency
    and o.booked_at between t.booked_at - ${widest} and t.booked_at + ${widest}
    and (t.reference is null or o.reference is null or t.reference = o.reference)`;
  return sql<Found>`
    select t.id as subject_id, q.time_zone, o.*
    from (${listRows(transfers)}) t
    left join requisites q on q.brand_id = ${brandId} and q.id = t.requisite_id
    left join bank_statements ts on ts.brand_id = ${brandId} and ts.id = ${statementOf('t')}
    cross join lateral (
      -- An account that was removed and added again has two rows.
      (select o.* from requisites r join bank_transfers o on o.requisite_id = r.id
        where r.digest = q.digest and r.brand_id = ${brandId} and o.brand_id = ${brandId}
          and ${sameMoney} offset 0)
      union all
      (select o.* from bank_transfers o
        where o.brand_id = ${brandId} and o.requisite_id is null and ${sameMoney} offset 0)
      union all
      (select o.* from requisites r join bank_transfers o on o.requisite_id = r.id
        where t.requisite_id is null and r.brand_id = ${brandId} and o.brand_id = ${brandId}
          and ${sameMoney} offset 0)
    ) o
    left join bank_statements os on os.brand_id = ${brandId} and os.id = ${statementOf('o')}
    where o.id <> t.id and case
        when o.source = t.source and o.bank_reference = t.bank_reference then true
        -- Both are in statements whose references can be compared: those differ.
        when ${isStated('t')} and ${isStated('o')} and ts.format = os.format
          and (ts.reading = os.reading or ts.reading is null or os.reading is null) then false
        -- Both were notified: of one message, or by ids that differ.
        when ${isNotified('t')} and ${isNotified('o')} then
          t.source = 'notification' and o.source = 'notification'
          and t.notification_id is distinct from o.notification_id
        else true end
    order by o.id`;
}

/** Lists transfers as rows, also one that isn't stored yet. */
function listRows(transfers: readonly Compared[]): RawBuilder<unknown> {
  const column = <Name extends keyof Compared>(name: Name) => transfers.map((it) => it[name]);
  return sql`select * from unnest(
    ${column('id')}::uuid[], ${column('requisite_id')}::uuid[], ${column('source')}::text[],
    ${column('statement_id')}::uuid[], ${column('notification_id')}::uuid[],
    ${column('bank_reference')}::text[], ${column('paired_reference')}::text[],
    ${column('paired_statement_id')}::uuid[], ${column('amount')}::numeric[],
    ${column('currency')}::text[], ${column('booked_at')}::timestamptz[],
    ${column('reference')}::text[])
    as t (id, requisite_id, source, statement_id, notification_id, bank_reference,
      paired_reference, paired_statement_id, amount, currency, booked_at, reference)`;
}
