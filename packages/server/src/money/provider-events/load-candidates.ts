import type { Decimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../ground/database/connect.ts';
import type { BookingSpan } from './booking-span.ts';
import { type Candidate, clockSlackMs } from './match-transfer.ts';

/**
 * The longest time from the creation of an invoice to its last payment that is still recognized by
 * its amount, in milliseconds: the longest late window of a method (30 days) and the invoice's own
 * life.
 */
const longestPayableMs = 32 * 24 * 3600_000;

/** A transfer's requisite and money, by which its invoice is searched. */
export interface Sought {
  brandId: string;
  requisiteId: string;
  amount: Decimal;
  currency: string;
  booked: BookingSpan;
}

/** Loads the invoices of a requisite that had exactly this amount when the money was booked. */
export async function loadCandidates(
  db: Db | Tx,
  { brandId, requisiteId, amount, currency, booked: { from, to } }: Sought,
): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select r.deposit_id as "depositId", r.created_at as "createdAt", r.freed_at as "freedAt",
      greatest(r.cooling_until, d.late_until) as "payableUntil",
      exists (
        select from payments p
        where p.brand_id = d.brand_id and p.deposit_id = d.id and p.confirmed_by = 'provider'
      ) as "isPaid"
    from requisite_reservations r
    join deposits d on d.brand_id = r.brand_id and d.id = r.deposit_id
    where r.brand_id = ${brandId} and r.requisite_id = ${requisiteId}
      and r.amount = ${amount} and r.currency = ${currency} and not r.has_reference
      and r.created_at between ${new Date(from.getTime() - longestPayableMs)}
        and ${new Date(to.getTime() + clockSlackMs)}`.execute(db);
  return rows;
}

/** Returns the deposits with these references that have or had the requisite. */
export async function findNamed(
  db: Db | Tx,
  { brandId, requisiteId }: Pick<Sought, 'brandId' | 'requisiteId'>,
  references: readonly string[],
): Promise<string[]> {
  if (references.length === 0) return [];
  const rows = await db
    .selectFrom('deposits as d')
    .innerJoin('requisite_reservations as r', 'r.deposit_id', 'd.id')
    .select('d.id')
    .where('d.brand_id', '=', brandId)
    .where('d.reference', 'in', references)
    .where('r.brand_id', '=', brandId)
    .where('r.requisite_id', '=', requisiteId)
    .execute();
  return rows.map(({ id }) => id);
}
