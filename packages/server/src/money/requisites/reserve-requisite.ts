import { compareDecimals, type Decimal, limitsForFields, methodLimits } from '@kassa/contract';
import { sql } from 'kysely';
import { type InvoiceSettings, ordinaryInvoices } from '../../brands/invoice-settings.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { ReservedRequisite } from '../../connectors/connector.ts';
import type { Core } from '../../core/core.ts';
import type { Db, Tx } from '../../ground/database/connect.ts';
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
import {
  type Candidate,
  type LockValues,
  last,
  loadTaken,
  lockFirst,
  savepoint,
  unlock,
  waiting,
  writeReservation,
} from './lock-requisite.ts';
import { openPayee } from './open-payee.ts';

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
  if (quick !== null && 'amount' in quick) return reserve(core, tx, deposit, quick, isLast);
  await unlock(tx);
  if (quick !== null) return { kind: 'refused', refusal: quick };
  const standing = await loadStanding(tx, deposit);
  const refusal = refuse(core, deposit, standing);
  if (refusal !== null) return { kind: 'refused', refusal };
  const found = await lockAfterWait(core, tx, deposit, search);
  if (found !== null) return reserve(core, tx, deposit, found, isLast);
  // The player's own invoices may be what is in the way.
  const { open } = standing;
  return open < invoicesOf(core, deposit).mostOnAccount ? noneFree : tooMany(open);
}

/** Nearly always one of the first fits and is unlocked: the others needn't be looked at. */
const fewSeats = 16;
const anySeat = { tried: [] as readonly string[], seats: 1_000_000 };

/** A requisite whose row is locked, and the amount that is chosen. */
interface Chosen extends Pick<Candidate, 'id' | 'has_reference' | 'day' | 'payee_sealed'> {
  amount: Decimal;
}

/**
 * Locks the requisite whose turn it is, of those that nobody holds locked; null if there is none. Or says why its
 * player gets none.
 */
async function lockAtOnce(
  core: ReservingCore,
  tx: Tx,
  deposit: Deposit,
  search: Search,
): Promise<Chosen | InvoiceRefusal | null> {
  // While others hold requisites with an amount that nobody types, such a one is waited for.
  const [values] = variantsOf(search);
  const next = await lockFirst(tx, { ...values, tried: [], seats: fewSeats });
  const [candidate] = next.length > 0 ? next : await lockFirst(tx, { ...values, ...anySeat });
  if (candidate === undefined) return null;
  const refusal = refuse(core, deposit, candidate);
  if (refusal !== null) return refusal;
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
      // Where this one's odd amounts were given meanwhile, another requisite may have one.
      const isAny = !values.isOdd || candidate.has_reference;
      const isAccepted = amount !== null && (isAny || !isTyped(amount, search.steps));
      if (isAccepted) return { ...candidate, amount };
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
  const { mostOnAccount, mostOfDay } = invoicesOf(core, deposit);
  const sought = { brandId, playerId, depositId, account, currency, country, method, asked };
  const nearest = chooseAmount(asked, steps, range, { live: [], late: [] });
  return {
    values: { ...sought, ...range, unit, typed, mostOnAccount, mostOfDay, now: core.now() },
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
  const payee = openPayee(vault, { id, brand_id: brandId, payee_sealed });
  await writeReservation(tx, row, isLast ? last : '');
  const requisite = { payee, amount, hasReference, reservedAt };
  return { kind: 'reserved', requisiteId: id, requisite };
}
