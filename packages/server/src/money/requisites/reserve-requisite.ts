import {
  compareDecimals,
  type Decimal,
  limitsForFields,
  methodLimits,
  smallestAmount,
} from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import { type AmountRange, chooseAmount, resolveRange } from './choose-amount.ts';

type ReservingCore = Pick<Core, 'vault' | 'now' | 'catalogOf'>;

/** A requisite whose row is locked, and what it can still take. */
interface Candidate extends AmountRange {
  id: string;
  has_reference: boolean;
  /** Its day, in its time zone. */
  day: string;
}

/**
 * Reserves one of the pool's requisites for a deposit, and chooses the exact amount to pay: the asked
 * one where payments name a reference, and otherwise the nearest that no live or cooling invoice of
 * the requisite has. The requisite's row stays locked until the commit, so this comes last in a
 * transaction. Returns false if no requisite is free.
 * @param account - the brand's account whose pool it is
 */
export async function reserveRequisite(
  core: ReservingCore,
  tx: Tx,
  deposit: Deposit,
  account: string,
): Promise<boolean> {
  const range = rangeOf(core, deposit);
  const tried: string[] = [];
  // A requisite without a free amount is unlocked again, so that nobody waits while holding one.
  await sql`savepoint before_requisite`.execute(tx);
  for (;;) {
    const order = { core, deposit, account, range, tried };
    const candidate = (await lockRequisite(tx, order, 'skip')) ?? (await waitForOne(tx, order));
    if (candidate === undefined) {
      await unlock(tx);
      return false;
    }
    const amount = await findFreeAmount(core, tx, deposit, candidate);
    if (amount !== null) {
      await reserve(core, tx, deposit, candidate, amount);
      return true;
    }
    await unlock(tx);
    tried.push(candidate.id);
  }
}

/** PostgreSQL keeps the lock of a row that no longer fits: it is given up before another is waited for. */
async function waitForOne(tx: Tx, order: Order): Promise<Candidate | undefined> {
  await unlock(tx);
  return lockRequisite(tx, order);
}

async function unlock(tx: Tx): Promise<void> {
  await sql`rollback to savepoint before_requisite`.execute(tx);
}

/**
 * Returns the amounts that the player may be asked for: at most 1 % off, from the method's minimum to
 * the deposit's ceiling, which is at most the method's maximum. A coin package is given for its price and
 * nothing less, so the player may be asked for more.
 */
function rangeOf({ vault, catalogOf }: ReservingCore, deposit: Deposit): AmountRange {
  const { amount: asked, currency, brand_id: brandId, id, fields_sealed, country } = deposit;
  if (deposit.box_id !== null) return resolveRange(asked, { least: asked, most: null });
  const method = findBrandMethod(catalogOf(brandId), deposit.payment_method);
  let least: Decimal = '0';
  if (method !== undefined) {
    const fields = openFields(vault, { table: 'deposits', brandId, id }, fields_sealed);
    const ofMethod = methodLimits(method, currency, country ?? '');
    const { min } = limitsForFields(method, fields, ofMethod, currency);
    // The minimum may have risen since the player was asked for the amount.
    least = compareDecimals(min, asked) > 0 ? asked : min;
  }
  return resolveRange(asked, { least, most: deposit.ceiling ?? asked });
}

interface Order {
  core: ReservingCore;
  deposit: Deposit;
  account: string;
  range: AmountRange;
  tried: readonly string[];
}

/**
 * Locks the row of the requisite that has waited longest, of those that nobody else has locked and
 * that weren't given meanwhile; or waits for one of them, each deposit for another one. A requisite
 * whose row has changed meanwhile is judged by its new values.
 */
async function lockRequisite(
  tx: Tx,
  { core, deposit, account, range, tried }: Order,
  locked: 'skip' | 'wait' = 'wait',
): Promise<Candidate | undefined> {
  const now = core.now();
  const { amount: asked, currency, country } = deposit;
  const unit = smallestAmount(currency);
  const [turn, isSkipping, isWaiting] =
    locked === 'skip'
      ? [
          sql`q.last_given_at nulls first, q.id`,
          sql`skip locked`,
          // The turns are those of the statement's begin: one given since would get two in a row.
          sql`q.last_given_at is not distinct from begun.last_given_at`,
        ]
      : [sql`md5(q.id::text || ${deposit.id}::text)`, sql``, sql`true`];
  const { rows } = await sql<Candidate>`
    with begun as materialized (
      select id, last_given_at from requisites
      where brand_id = ${deposit.brand_id} and account = ${account} and currency = ${currency})
    select q.id, q.has_reference, t.day, b.least, b.most
    from requisites q
    join begun on begun.id = q.id
    cross join lateral (select ${now}::timestamptz at time zone q.time_zone as local) l
    -- Two servers' clocks differ at midnight: a requisite's day never goes back.
    cross join lateral (select greatest(q.day, to_char(l.local, 'YYYY-MM-DD')) as day,
      (extract(hour from l.local) * 60 + extract(minute from l.local))::integer as minute) t
    cross join lateral (select
      case when q.day = t.day then q.day_amount else 0 end as amount,
      case when q.day = t.day then q.day_count else 0 end as count) given
    cross join lateral (select
      greatest(${range.least}::numeric, q.min_amount) as least,
      least(${range.most}::numeric, q.max_amount, q.day_amount_limit - given.amount) as most) b
    where q.brand_id = ${deposit.brand_id} and q.account = ${account} and q.currency = ${currency}
      and q.is_on and q.removed_at is null and q.country = ${country}
      and ${isWaiting}
      and ${deposit.payment_method} = any(q.methods) and q.id <> all(${tried}::uuid[])
      and ${asked}::numeric >= coalesce(q.min_amount, 0)
      and (q.max_amount is null or ${asked}::numeric <= q.max_amount)
      and (q.day_count_limit is null or given.count < q.day_count_limit)
      and case when q.opens_at < q.closes_at
        then t.minute >= q.opens_at and t.minute < q.closes_at
        else q.opens_at is null or t.minute >= q.opens_at or t.minute < q.closes_at end
      and case when q.has_reference then b.most >= ${asked}::numeric
        else floor(b.most / ${unit}::numeric)
          - ceil(b.least / ${unit}::numeric) + 1 > (
          select count(*) from requisite_reservations r
          where r.requisite_id = q.id and not r.has_reference
            and ${isTaken(now, sql`greatest(r.cooling_until, r.payable_until)`)}
            and ${isTaken(now, sql`r.cooling_until`)}
            and r.amount between b.least and b.most) end
    order by ${turn} limit 1
    for no key update of q ${isSkipping}`.execute(tx);
  return rows[0];
}

/**
 * Chooses the amount under the requisite's lock. It is read by a statement of its own, since one that
 * waits for a lock doesn't see what was committed meanwhile.
 */
async function findFreeAmount(
  { now }: Pick<Core, 'now'>,
  tx: Tx,
  { amount, currency }: Deposit,
  { id, has_reference, least, most }: Candidate,
): Promise<Decimal | null> {
  if (has_reference) return amount;
  const { rows } = await sql<{ amount: Decimal; isCooling: boolean }>`
    select amount, ${isTaken(now(), sql`cooling_until`)} as "isCooling"
    from requisite_reservations
    where requisite_id = ${id} and not has_reference
      and ${isTaken(now(), sql`greatest(cooling_until, payable_until)`)}`.execute(tx);
  const choose = (taken: typeof rows) =>
    chooseAmount(
      amount,
      currency,
      { least, most },
      taken.map((reservation) => reservation.amount),
    );
  // A late payment of an amount that was given out again could be of either deposit.
  return choose(rows) ?? choose(rows.filter(({ isCooling }) => isCooling));
}

/** Whether an amount is taken until a time; null: by a live invoice. */
function isTaken(now: Date, until: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`coalesce(${until}, 'infinity') > ${now}`;
}

/** Writes the reservation, counts it on the requisite's day, and names the requisite in the deposit. */
async function reserve(
  core: Pick<Core, 'now'>,
  tx: Tx,
  { id: depositId, brand_id, currency }: Deposit,
  { id, has_reference, day }: Candidate,
  amount: Decimal,
): Promise<void> {
  const now = core.now();
  await sql`
    with reserved as (
      insert into requisite_reservations (deposit_id, brand_id, requisite_id, amount, currency,
        has_reference, day, created_at)
      values (${depositId}, ${brand_id}, ${id}, ${amount}, ${currency}, ${has_reference}, ${day},
        ${now})),
    counted as (
      update requisites set day = ${day}, last_given_at = ${now},
        day_amount = case when day = ${day} then day_amount else 0 end + ${amount},
        day_count = case when day = ${day} then day_count else 0 end + 1
      where brand_id = ${brand_id} and id = ${id})
    update deposits set requisite_id = ${id}
    where brand_id = ${brand_id} and id = ${depositId}`.execute(tx);
}
