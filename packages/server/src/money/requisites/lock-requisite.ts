import type { Decimal } from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { asHeld, asLast, asPrepared } from '../../ground/database/prepared.ts';
import type { AmountRange, Taken } from './choose-amount.ts';
import type { InvoiceStanding } from './invoice-limits.ts';

/** Marks the place to which {@link unlock} goes back. */
export const savepoint = compileOnce((tx) => ({
  compile: () => sql<never>`savepoint before_requisite ${asHeld}`.compile(tx),
}));

/** Gives up the locks of requisites that this transaction has. */
export async function unlock(tx: Tx): Promise<void> {
  await sql`rollback to savepoint before_requisite`.execute(tx);
}

/** A requisite whose row is locked, what it can still take, and what its player has already. */
export interface Candidate extends AmountRange, Taken, InvoiceStanding {
  id: string;
  has_reference: boolean;
  payee_sealed: string;
  /** Its day, in its time zone. */
  day: string;
}

/** What a requisite must fit, and what it is locked for. */
export interface LockValues extends AmountRange {
  brandId: string;
  playerId: string;
  depositId: string;
  account: string;
  currency: string;
  country: string;
  method: string;
  asked: Decimal;
  unit: Decimal;
  typed: Decimal;
  /** Whether it must have an amount that people don't type. */
  isOdd: boolean;
  mostOnAccount: number;
  /** The part of a requisite's day, in percent, that the player's open invoices take at most. */
  mostOfDay: number;
  tried: readonly string[];
  /** How many are looked at, those that have waited longest. */
  seats: number;
  now: Date;
}

/** The kind of {@link lockFirst} that waits. */
export const waiting = 'waiting';

/**
 * Locks the row of the requisite that has waited longest, of those that nobody else has locked and that weren't
 * given since the statement began: so the amounts that it reads as taken are all of them. The kind {@link waiting} waits
 * for one of them instead, each deposit for another one. A requisite whose row has changed meanwhile is judged
 * by its new values.
 */
export const lockFirst = compileOnce<LockValues, Candidate>((tx, of, kind) => {
  const [turn, skipping, isOwnTurn] =
    kind === waiting
      ? [sql`md5(q.id::text || ${of.depositId}::text)`, sql``, sql`true`]
      : [
          sql`q.last_given_at nulls first, q.id`,
          sql`skip locked`,
          sql`q.last_given_at is not distinct from begun.last_given_at
            and q.given_count = begun.given_count`,
        ];
  // Only the few that are live, cooling or late are read: not the index of all amounts.
  const within = sql`r.requisite_id = q.id and not r.has_reference
    and trim_scale(r.amount) between b.least and b.most`;
  const statement = sql<Candidate>`
    with begun as materialized (
      select id, last_given_at, given_count, to_char(l.local, 'YYYY-MM-DD') as today,
        (extract(hour from l.local) * 60 + extract(minute from l.local))::integer as minute
      from requisites
      cross join lateral (select ${of.now}::timestamptz at time zone time_zone as local offset 0) l
      where brand_id = ${of.brandId} and account = ${of.account} and currency = ${of.currency}
        and country = ${of.country} and ${of.method} = any(methods)
        and is_on and removed_at is null
      order by last_given_at nulls first, id limit ${of.seats}),
    mine as materialized (
      select requisite_id, amount from requisite_reservations
      where brand_id = ${of.brandId} and player_id = ${of.playerId} and freed_at is null)
    select q.id, q.has_reference, q.payee_sealed, greatest(q.day, begun.today) as day, b.least, b.most,
      (select count(*)::integer from mine) as open, p.unpaid_invoices as unpaid,
      p.unpaid_invoice_at as "unpaidAt",
      array(select r.amount::text from requisite_reservations r
        where ${within} and ${isLive(of.now)}) as live,
      array(select r.amount::text from requisite_reservations r
        where ${within} and ${mayBePaidAt(of.now)}) as late
    from requisites q
    join begun on begun.id = q.id
    join players p on p.brand_id = ${of.brandId} and p.id = ${of.playerId}
    -- Two servers' clocks differ at midnight: a requisite's day never goes back.
    cross join lateral (select
      case when q.day >= begun.today then q.day_amount else 0 end as amount,
      case when q.day >= begun.today then q.day_count else 0 end as count) given
    cross join lateral (select
      greatest(${of.least}::numeric, q.min_amount) as least,
      least(${of.most}::numeric, q.max_amount, q.day_amount_limit - given.amount,
        -- The least amount is no part of a day: whoever is the first may have it.
        case when q.day_amount_limit is not null
          then greatest(q.day_amount_limit * ${of.mostOfDay}::integer / 100, q.min_amount) end
          - (select coalesce(sum(amount), 0) from mine where mine.requisite_id = q.id)) as most) b
    where q.brand_id = ${of.brandId} and q.account = ${of.account} and q.currency = ${of.currency}
      and q.is_on and q.removed_at is null and q.country = ${of.country}
      and ${isOwnTurn}
      and ${of.method} = any(q.methods) and q.id <> all(${of.tried}::uuid[])
      -- One invoice is no part of a day: whoever is the first may have it.
      and (select count(*) from mine where mine.requisite_id = q.id) < least(${of.mostOnAccount}::integer,
        case when q.day_count_limit is not null
          then greatest(q.day_count_limit * ${of.mostOfDay}::integer / 100, 1) end)
      and ${of.asked}::numeric >= coalesce(q.min_amount, 0)
      and (q.max_amount is null or ${of.asked}::numeric <= q.max_amount)
      and (q.day_count_limit is null or given.count < q.day_count_limit)
      and case when q.opens_at < q.closes_at
        then begun.minute >= q.opens_at and begun.minute < q.closes_at
        else q.opens_at is null or begun.minute >= q.opens_at or begun.minute < q.closes_at end
      and case when q.has_reference then b.most >= ${of.asked}::numeric
        else ${countSteps(of.unit)}
          - case when ${of.isOdd} then ${countSteps(of.typed)} else 0 end > (
          select count(*) from requisite_reservations r
          where ${within} and ${isLive(of.now)}
            and (not ${of.isOdd} or mod(r.amount, ${of.typed}::numeric) <> 0)) end
    order by ${turn} limit 1
    for no key update of q ${skipping} ${asPrepared}`;
  return { compile: () => statement.compile(tx) };
});

/** Counts the multiples of a step between the ends of the range `b`. */
const countSteps = (step: Decimal) =>
  sql`(floor(b.most / ${step}::numeric) - ceil(b.least / ${step}::numeric) + 1)`;

/** Whether the reservation `r` is of a live invoice, or within its cooldown. */
const isLive = (now: Date): RawBuilder<boolean> =>
  sql`coalesce(r.cooling_until, 'infinity') > ${now}::timestamptz`;

/** Whether the reservation `r` is live, within its cooldown, or may be paid late. */
const mayBePaidAt = (now: Date): RawBuilder<boolean> =>
  sql`coalesce(greatest(r.cooling_until, r.payable_until), 'infinity') > ${now}::timestamptz`;

/** Loads the taken amounts of a requisite that is locked. */
export async function loadTaken(tx: Tx, { id, least, most }: Candidate, now: Date): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select coalesce(array_agg(r.amount::text) filter (where ${isLive(now)}), '{}') as live,
      coalesce(array_agg(r.amount::text), '{}') as late
    from requisite_reservations r
    where r.requisite_id = ${id} and not r.has_reference
      and trim_scale(r.amount) between ${least} and ${most}
      and ${mayBePaidAt(now)}`.execute(tx);
  return rows[0] ?? { live: [], late: [] };
}

/** A reservation of a requisite that is locked. */
export interface NewReservation {
  depositId: string;
  brandId: string;
  playerId: string;
  id: string;
  amount: Decimal;
  currency: string;
  hasReference: boolean;
  day: string;
  reservedAt: Date;
}

export const last = 'last';

/**
 * Writes a reservation, counts it on the requisite's day, and names the requisite in the deposit. The kind {@link last}
 * ends the transaction.
 */
export const writeReservation = compileOnce<NewReservation, never>((tx, of, kind) => ({
  compile: () =>
    sql<never>`
    with reserved as (
      insert into requisite_reservations (deposit_id, brand_id, player_id, requisite_id, amount,
        currency, has_reference, day, created_at)
      values (${of.depositId}, ${of.brandId}, ${of.playerId}, ${of.id}, ${of.amount},
        ${of.currency}, ${of.hasReference}, ${of.day}, ${of.reservedAt})),
    counted as (
      update requisites set day = ${of.day}, last_given_at = ${of.reservedAt},
        given_count = given_count + 1,
        day_amount = case when day = ${of.day} then day_amount else 0 end + ${of.amount}::numeric,
        day_count = case when day = ${of.day} then day_count else 0 end + 1
      where brand_id = ${of.brandId} and id = ${of.id})
    update deposits set requisite_id = ${of.id}
    where brand_id = ${of.brandId} and id = ${of.depositId} ${kind === last ? asLast : asPrepared}`.compile(
      tx,
    ),
}));
