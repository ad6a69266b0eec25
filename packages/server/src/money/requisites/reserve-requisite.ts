import {
  compareDecimals,
  type Decimal,
  limitsForFields,
  methodLimits,
  payeeSchema,
} from '@kassa/contract';
import { type RawBuilder, sql } from 'kysely';
import { type InvoiceSettings, ordinaryInvoices } from '../../brands/invoice-settings.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ReservedRequisite } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import { compileOnce } from '../../ground/database/compile-once.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
import { asHeld, asLast, asPrepared } from '../../ground/database/prepared.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import {
  type AmountRange,
  type AmountSteps,
  chooseAmount,
  isTyped,
  resolveRange,
  stepsOf,
  type Taken,
} from './choose-amount.ts';
import { type InvoiceRefusal, type InvoiceStanding, refuseInvoice } from './invoice-limits.ts';

type ReservingCore = Pick<Core, 'vault' | 'now' | 'catalogOf' | 'brands'>;

/** A reserved requisite, or why the deposit gets none. */
export type Reservation =
  | { kind: 'reserved'; requisiteId: string; requisite: ReservedRequisite }
  | { kind: 'refused'; refusal: ReservationRefusal };

export type ReservationRefusal =
  | InvoiceRefusal
  | { code: 'requisites.noneFree'; params: Record<string, string> };

const tooMany = (open: number): Reservation => ({
  kind: 'refused',
  refusal: { code: 'invoices.tooMany', params: { count: String(open) } },
});

const noneFree = {
  kind: 'refused',
  refusal: { code: 'requisites.noneFree', params: {} },
} as const satisfies Reservation;

/**
 * Reserves one of the pool's requisites for a deposit, and chooses the exact amount to pay: the asked
 * one where payments name a reference, and otherwise the nearest that people don't type and that no live or
 * cooling invoice of the requisite has. The requisite's row stays locked until the commit, so this comes last in
 * a transaction, whose caller has locked the player.
 * @param account - the brand's account whose pool it is
 * @param isLast - whether the transaction ends with it
 */
export async function reserveRequisite(
  core: ReservingCore,
  tx: Tx,
  deposit: Deposit,
  account: string,
  { isLast = false }: { isLast?: boolean } = {},
): Promise<Reservation> {
  const search = describeSearch(core, deposit, account);
  // A requisite without a free amount is unlocked again, so that nobody waits while holding one.
  await savepoint(tx, {});
  const quick = await lockAtOnce(core, tx, deposit, search);
  if (quick !== null) return reserve(core, tx, deposit, quick, isLast);
  await unlock(tx);
  const standing = await loadStanding(tx, deposit);
  const refusal = refuse(core, deposit, standing);
  if (refusal !== null) return { kind: 'refused', refusal };
  const found = await lockAfterWait(core, tx, deposit, search);
  if (found !== null) return reserve(core, tx, deposit, found, isLast);
  // The player's own invoices may be what is in the way.
  const { open } = standing;
  return open < invoicesOf(core, deposit).mostOnAccount ? noneFree : tooMany(open);
}

/** A requisite whose row is locked, and the amount that is chosen. */
interface Chosen extends Pick<Candidate, 'id' | 'has_reference' | 'day' | 'payee_sealed'> {
  amount: Decimal;
}

/** Locks the requisite whose turn it is, of those that nobody holds locked; null if there is none. */
async function lockAtOnce(
  core: ReservingCore,
  tx: Tx,
  deposit: Deposit,
  search: Search,
): Promise<Chosen | null> {
  // While others hold requisites with an amount that nobody types, such a one is waited for.
  const [values] = variantsOf(search);
  const next = await lockFirst(tx, { ...values, tried: [], seats: fewSeats });
  const [candidate] = next.length > 0 ? next : await lockFirst(tx, { ...values, ...anySeat });
  if (candidate === undefined) return null;
  const { open, unpaid, unpaid_at: unpaidAt } = candidate;
  if (refuse(core, deposit, { open, unpaid, unpaidAt }) !== null) return null;
  const amount = choose(deposit, search, candidate, candidate);
  return amount === null ? null : { ...candidate, amount };
}

/** Locks a requisite, waiting for those that others hold; null if none has a free amount. */
async function lockAfterWait(
  core: ReservingCore,
  tx: Tx,
  deposit: Deposit,
  search: Search,
): Promise<Chosen | null> {
  for (const values of variantsOf(search)) {
    const tried: string[] = [];
    for (;;) {
      const [candidate] = await lockFirst(tx, { ...values, ...anySeat, tried }, waiting);
      if (candidate === undefined) break;
      // A statement that waits for a lock doesn't see what was committed meanwhile.
      const taken = await loadTaken(tx, candidate, core.now());
      const amount = choose(deposit, search, candidate, taken);
      if (amount !== null) return { ...candidate, amount };
      tried.push(candidate.id);
      await unlock(tx);
    }
    // PostgreSQL keeps the lock of a row that no longer fits.
    await unlock(tx);
  }
  return null;
}

function choose(
  { amount }: Deposit,
  { steps }: Search,
  { has_reference, least, most }: Candidate,
  taken: Taken,
): Decimal | null {
  return has_reference ? amount : chooseAmount(amount, steps, { least, most }, taken);
}

const savepoint = compileOnce((tx) => ({
  compile: () => sql<never>`savepoint before_requisite ${asHeld}`.compile(tx),
}));

async function unlock(tx: Tx): Promise<void> {
  await sql`rollback to savepoint before_requisite`.execute(tx);
}

/** What a requisite must fit, and how its amount is chosen. */
interface Search {
  values: Omit<LockValues, 'tried' | 'seats' | 'isOdd'>;
  steps: AmountSteps;
  /** Whether the range has amounts that people don't type. */
  hasOdd: boolean;
}

function describeSearch(core: ReservingCore, deposit: Deposit, account: string): Search {
  const { brand_id: brandId, player_id: playerId, id: depositId, amount: asked } = deposit;
  const { currency, payment_method: method } = deposit;
  const country = deposit.country ?? '';
  const steps = stepsOf(currency, country);
  const range = rangeOf(core, deposit);
  const { unit, typed } = steps;
  const { mostOnAccount } = invoicesOf(core, deposit);
  const sought = { brandId, playerId, depositId, account, currency, country, method, asked };
  const nearest = chooseAmount(asked, steps, range, { live: [], late: [] });
  return {
    values: { ...sought, ...range, unit, typed, mostOnAccount, now: core.now() },
    steps,
    hasOdd: nearest !== null && !isTyped(nearest, steps),
  };
}

type Variant = Omit<LockValues, 'tried' | 'seats'>;

/** First for amounts that people don't type, if the range has some; then for all. */
function variantsOf({ values, hasOdd }: Search): [Variant, ...Variant[]] {
  const any = { ...values, isOdd: false };
  return hasOdd ? [{ ...values, isOdd: true }, any] : [any];
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

/** A requisite whose row is locked, what it can still take, and what its player has already. */
interface Candidate extends AmountRange, Taken {
  id: string;
  has_reference: boolean;
  payee_sealed: string;
  /** Its day, in its time zone. */
  day: string;
  open: number;
  unpaid: number;
  unpaid_at: Date | null;
}

interface LockValues extends AmountRange {
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
  tried: readonly string[];
  /** How many are looked at, those that have waited longest. */
  seats: number;
  now: Date;
}

/** Nearly always one of the first fits and is unlocked: the others needn't be looked at. */
const fewSeats = 16;
const anySeat = { tried: [] as readonly string[], seats: 1_000_000 };

const waiting = 'waiting';

/**
 * Locks the row of the requisite that has waited longest, of those that nobody else has locked and that weren't
 * given since the statement began: so the amounts that it reads as taken are all. The kind {@link waiting} waits
 * for one of them instead, each deposit for another one. A requisite whose row has changed meanwhile is judged
 * by its new values.
 */
const lockFirst = compileOnce<LockValues, Candidate>((tx, of, kind) => {
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
      select requisite_id from requisite_reservations
      where brand_id = ${of.brandId} and player_id = ${of.playerId} and freed_at is null)
    select q.id, q.has_reference, q.payee_sealed, greatest(q.day, begun.today) as day, b.least, b.most,
      (select count(*)::integer from mine) as open, p.unpaid_invoices as unpaid,
      p.unpaid_invoice_at as unpaid_at,
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
      least(${of.most}::numeric, q.max_amount, q.day_amount_limit - given.amount) as most) b
    where q.brand_id = ${of.brandId} and q.account = ${of.account} and q.currency = ${of.currency}
      and q.is_on and q.removed_at is null and q.country = ${of.country}
      and ${isOwnTurn}
      and ${of.method} = any(q.methods) and q.id <> all(${of.tried}::uuid[])
      and (select count(*) from mine where mine.requisite_id = q.id) < ${of.mostOnAccount}
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

async function loadTaken(tx: Tx, { id, least, most }: Candidate, now: Date): Promise<Taken> {
  const { rows } = await sql<Taken>`
    select coalesce(array_agg(r.amount::text) filter (where ${isLive(now)}), '{}') as live,
      coalesce(array_agg(r.amount::text), '{}') as late
    from requisite_reservations r
    where r.requisite_id = ${id} and not r.has_reference
      and trim_scale(r.amount) between ${least} and ${most}
      and ${mayBePaidAt(now)}`.execute(tx);
  return rows[0] ?? { live: [], late: [] };
}

/** Loads how many invoices a player has open and has left unpaid. */
async function loadStanding(tx: Db | Tx, deposit: Deposit): Promise<InvoiceStanding> {
  const { brand_id: brandId, player_id: playerId } = deposit;
  const { rows } = await sql<InvoiceStanding>`
    select p.unpaid_invoices as unpaid, p.unpaid_invoice_at as "unpaidAt", (
      select count(*)::integer from requisite_reservations r
      where r.brand_id = p.brand_id and r.player_id = p.id and r.freed_at is null) as open
    from players p where p.brand_id = ${brandId} and p.id = ${playerId}`.execute(tx);
  return rows[0] ?? { open: 0, unpaid: 0, unpaidAt: null };
}

const invoicesOf = ({ brands }: ReservingCore, { brand_id }: Deposit): InvoiceSettings =>
  brands.get(brand_id)?.invoices ?? ordinaryInvoices;

function refuse(core: ReservingCore, deposit: Deposit, standing: InvoiceStanding) {
  return refuseInvoice(standing, invoicesOf(core, deposit), core.now());
}

/** Writes the reservation, counts it on the requisite's day, and names the requisite in the deposit. */
async function reserve(
  { vault, now }: ReservingCore,
  tx: Tx,
  { id: depositId, brand_id: brandId, player_id: playerId, currency }: Deposit,
  { id, has_reference: hasReference, day, amount, payee_sealed }: Chosen,
  isLast: boolean,
): Promise<Reservation> {
  const reservedAt = now();
  const row = { depositId, brandId, playerId, id, amount, currency, hasReference, day, reservedAt };
  const payee = payeeSchema.parse(
    JSON.parse(vault.open(payee_sealed, { table: 'requisites', brandId, id })),
  );
  await writeReservation(tx, row, isLast ? 'last' : '');
  const requisite = { payee, amount, hasReference, reservedAt };
  return { kind: 'reserved', requisiteId: id, requisite };
}

interface NewReservation {
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

const writeReservation = compileOnce<NewReservation, never>((tx, of, kind) => ({
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
    where brand_id = ${of.brandId} and id = ${of.depositId} ${kind === 'last' ? asLast : asPrepared}`.compile(
      tx,
    ),
}));
