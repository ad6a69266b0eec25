import type { Decimal } from '@kassa/contract';
import { sql } from 'kysely';
import type { ProviderTransfer } from '../../connectors/provider-event.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { nullIfUnreadable } from '../../ground/encryption/vault.ts';
import { compareNames } from '../../players/compare-names.ts';
import { openNames } from '../../players/player-data.ts';
import { leastPart, mostPart } from '../requisites/choose-amount.ts';
import type { BookingSpan } from './booking-span.ts';
import { findKnownPlayers } from './known-payers.ts';
import { type Candidate, clockSlackMs, type Payer } from './match-transfer.ts';

/**
 * The longest time from the creation of an invoice to its last payment that is still recognized by
 * its amount, in milliseconds: the longest late window of a method (30 days) and the invoice's own
 * life.
 */
export const longestPayableMs = 32 * 24 * 3600_000;

/** A transfer's requisite, money and payer, by which its invoice is searched. */
export interface Sought extends Pick<ProviderTransfer, 'payerName' | 'payerAccount'> {
  brandId: string;
  requisiteId: string;
  amount: Decimal;
  currency: string;
  booked: BookingSpan;
}

interface Row extends Omit<Candidate, 'payer'> {
  sealed: string | null;
}

/**
 * Loads the invoices of a requisite that the money may be for, each with what is known of the payer: those of
 * exactly this amount, and those within 1 % of it that lived or could be paid late when it was booked.
 */
export async function loadCandidates(
  core: Pick<Core, 'vault'>,
  db: Db | Tx,
  sought: Sought,
): Promise<Candidate[]> {
  const rows = await loadRows(db, sought);
  if (rows.length === 0) return [];
  const known = await findKnownPlayers(core, db, sought);
  return rows.map(({ sealed, ...row }) => {
    if (known.has(row.playerId)) return { ...row, payer: 'known' };
    const payer = comparePayer(core, sought, row, sealed);
    // Who is known to pay for others isn't unknown: an amount alone is no evidence then.
    return { ...row, payer: payer === 'unclear' && known.size > 0 ? 'different' : payer };
  });
}

function loadRows(
  db: Db | Tx,
  { brandId, requisiteId, amount, currency, booked: { from, to } }: Sought,
): Promise<Row[]> {
  const slack = (moment: Date, ms: number) => new Date(moment.getTime() + ms);
  const own = sql`r.brand_id = ${brandId} and r.requisite_id = ${requisiteId}
    and r.currency = ${currency} and not r.has_reference
    and r.created_at <= ${slack(to, clockSlackMs)}`;
  return sql<Row>`
    select r.deposit_id as "depositId", d.player_id as "playerId", r.amount,
      r.created_at as "createdAt", r.freed_at as "freedAt",
      greatest(r.cooling_until, d.late_until) as "payableUntil",
      d.player_data_sealed as sealed,
      exists (
        select from payments p
        where p.brand_id = d.brand_id and p.deposit_id = d.id and p.confirmed_by = 'provider'
      ) as "isPaid",
      exists (
        select from payments p
        where p.brand_id = d.brand_id and p.deposit_id = d.id and p.confirmed_by = 'operator'
          and p.currency = r.currency and coalesce(p.received_amount, p.amount) = ${amount}
      ) as "isConfirmed"
    from (
      select * from requisite_reservations r
      where ${own} and r.amount = ${amount} and r.created_at >= ${slack(from, -longestPayableMs)}
      union all
      select * from requisite_reservations r
      where ${own} and r.amount <> ${amount}
        and trim_scale(r.amount) between ${amount}::numeric * ${leastPart}::numeric
          and ${amount}::numeric * ${mostPart}::numeric
        and coalesce(greatest(r.cooling_until, r.payable_until), 'infinity')
          >= ${slack(from, -clockSlackMs)}::timestamptz
    ) r
    -- One by one: there are few, whatever the planner expects.
    cross join lateral (
      select * from deposits d where d.brand_id = r.brand_id and d.id = r.deposit_id offset 0
    ) d`
    .execute(db)
    .then(({ rows }) => rows);
}

/** Compares the payer's name with the names that the player's token or wallet stated with the deposit. */
function comparePayer(
  { vault }: Pick<Core, 'vault'>,
  { brandId, payerName }: Sought,
  { depositId }: Pick<Row, 'depositId'>,
  sealed: string | null,
): Payer {
  if (payerName === null) return 'unclear';
  const row = { id: depositId, brand_id: brandId, player_data_sealed: sealed };
  const names = nullIfUnreadable(() => openNames(vault, 'deposit', row));
  return names === null ? 'unclear' : compareNames(names, payerName);
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
