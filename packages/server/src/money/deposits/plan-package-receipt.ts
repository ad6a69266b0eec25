import {
  addDecimals,
  compareDecimals,
  type Decimal,
  type Money,
  negateDecimal,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';
import type { Tx } from '../../ground/database/connect.ts';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import { hasMoney, isOpen } from '../states/deposit.machine.ts';
import { hasGivenPackage } from '../sweepstake/coin-grants.ts';
import { countBought } from '../sweepstake/offered-packages.ts';
import { amountWorth, coinDecimals } from '../sweepstake/price-in-coin.ts';
import type { ParkedBecause } from './park-payment.ts';
import {
  type Arrival,
  isParked,
  planAtRate,
  type ReceiptPlan,
  type TakenRate,
} from './receipt-plan.ts';

/** What a package is given for, in the currency of a receipt. */
interface Price {
  /** The price. */
  least: Decimal;
  /** What the player was asked for: an own account's invoices may differ by cents. */
  most: Decimal;
  rate: TakenRate;
}

/**
 * Plans a receipt of a coin package: less than the price is parked, and so is what is above it; only
 * the price is credited, and only once. The caller has locked deposit and player.
 */
export async function planPackageReceipt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  { paid, account, rate, seenAt }: Arrival,
): Promise<ReceiptPlan> {
  const gone = (await isGiven(tx, deposit)) ?? (await isUsedUp(tx, deposit));
  if (gone !== null) return gone;
  if (paid.currency !== deposit.currency) {
    const reason = `arrived in ${paid.currency}, and ${deposit.currency} was asked for`;
    return { code: 'otherCurrency', reason };
  }
  const price = await priceAt(core, tx, deposit, { account, rate, at: seenAt ?? core.now() });
  if ('code' in price) return price;
  if (compareDecimals(paid.amount, price.least) < 0) {
    const reason = `is less than the price of ${price.least} ${paid.currency}`;
    return { code: 'belowPrice', reason };
  }
  return planUpToPrice(deposit, paid, price);
}

/** Plans to credit a receipt up to the price, and to park the rest. */
function planUpToPrice(deposit: Deposit, paid: Money, { most, rate }: Price): ReceiptPlan {
  const { currency } = paid;
  const isAbove = compareDecimals(paid.amount, most) > 0;
  const plan = planAtRate(deposit, { amount: isAbove ? most : paid.amount, currency }, rate);
  if (isParked(plan) || !isAbove) return plan;
  return { ...plan, rest: addDecimals(paid.amount, negateDecimal(most)) };
}

/** The package is given for one payment only, unless that was taken back whole. */
async function isGiven(tx: Tx, deposit: Deposit): Promise<ParkedBecause | null> {
  if (!(await hasGivenPackage(tx, deposit))) return null;
  return { code: 'packageGone', reason: 'arrived after the package was given' };
}

/**
 * Whether a deposit that had ended was paid after its player had got the package as often as they may.
 * A package of a limited stock is given all the same: it was ordered.
 */
async function isUsedUp(tx: Tx, deposit: Deposit): Promise<ParkedBecause | null> {
  const { brand_id: brandId, player_id: playerId, box_id: boxId, box_per_player } = deposit;
  if (isOpen(deposit.status) || hasMoney(deposit.status)) return null;
  if (boxId === null || box_per_player === null) return null;
  const box = { boxId, perPlayer: box_per_player };
  const bought = await countBought(tx, { brandId, playerId }, box, { without: deposit.id });
  if (bought < box.perPlayer) return null;
  return { code: 'packageGone', reason: 'arrived after the player had bought the package again' };
}

/**
 * Returns the price in the deposit's currency: what the order asks for, or, for a coin that was seen
 * after its rate had run out, what the price is worth at the rate of that moment.
 */
async function priceAt(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  { account, rate, at }: { account: string; rate: TakenRate | null; at: Date },
): Promise<Price | ParkedBecause> {
  const { amount, currency, account_currency, price_rate, price_rate_until } = deposit;
  if (price_rate === null || price_rate_until === null) {
    const rate = { rate: '1', rateSource: 'same currency' };
    return { least: amount, most: await askedFor(tx, deposit), rate };
  }
  if (at <= price_rate_until) {
    const rate = { rate: price_rate, rateSource: 'the rate of the order' };
    return { least: amount, most: amount, rate };
  }
  const taken = rate ?? (await presentRate(core, deposit.brand_id, currency, account_currency));
  if (taken === null) {
    return { code: 'noRate', reason: `arrived in ${currency}, and there is no rate` };
  }
  return priceAtRate(core, deposit, { account, currency }, taken);
}

/** Returns what the player was asked for: an invoice of an own account may be cents above the price. */
async function askedFor(tx: Tx, { id, brand_id, requisite_id, amount }: Deposit): Promise<Decimal> {
  if (requisite_id === null) return amount;
  const reserved = await tx
    .selectFrom('requisite_reservations')
    .select('amount')
    .where('brand_id', '=', brand_id)
    .where('deposit_id', '=', id)
    .executeTakeFirst();
  return reserved?.amount ?? amount;
}

function priceAtRate(
  core: Pick<Core, 'brands'>,
  { brand_id, price, account_amount }: Deposit,
  { account, currency }: { account: string; currency: string },
  rate: TakenRate,
): Price {
  const decimals = coinDecimals(core, brand_id, account, currency);
  const amount = amountWorth(price ?? account_amount, rate.rate, decimals);
  return { least: amount, most: amount, rate };
}

async function presentRate(
  core: Core,
  brandId: string,
  from: string,
  to: string,
): Promise<TakenRate | null> {
  const found = await core.ratesOf(brandId).rate(from, to, core.now());
  return found && { rate: found.rate, rateSource: found.source };
}

/**
 * Plans the crediting of a parked receipt of a package by an operator, who may give the package for
 * less than its price. What is above the price, or comes after the package, can only be returned.
 * @param given - the operator's own rate; null: that of the order if it held, or the present one
 */
export async function planPackageByOperator(
  core: Core,
  tx: Tx,
  deposit: Deposit,
  payment: Payment,
  given: TakenRate | null,
): Promise<ReceiptPlan> {
  const gone = await isGiven(tx, deposit);
  if (gone !== null) return gone;
  const { amount, currency, connector: account } = payment;
  const at = payment.seen_at ?? payment.created_at;
  const price =
    given === null && currency === deposit.currency
      ? await priceAt(core, tx, deposit, { account, rate: null, at })
      : await priceInOther(core, deposit, { account, currency }, given);
  return 'code' in price ? price : planUpToPrice(deposit, { amount, currency }, price);
}

async function priceInOther(
  core: Core,
  deposit: Deposit,
  of: { account: string; currency: string },
  given: TakenRate | null,
): Promise<Price | ParkedBecause> {
  const { brand_id, account_currency } = deposit;
  const rate = given ?? (await presentRate(core, brand_id, of.currency, account_currency));
  if (rate !== null) return priceAtRate(core, deposit, of, rate);
  return { code: 'noRate', reason: `arrived in ${of.currency}, and there is no rate` };
}
