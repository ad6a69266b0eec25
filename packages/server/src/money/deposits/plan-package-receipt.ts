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
import { loadSweepstake } from '../sweepstake/load-sweepstake.ts';
import { countBought } from '../sweepstake/offered-packages.ts';
import { amountWorth, coinDecimals } from '../sweepstake/price-in-coin.ts';
import type { ParkedBecause } from './crediting.ts';
import { hasMoney, isOpen } from './deposit.machine.ts';
import {
  type Arrival,
  isParked,
  planAtRate,
  type ReceiptPlan,
  type TakenRate,
} from './receipt-plan.ts';

/** What a package's receipt is credited with: its price, at a rate. */
interface PricePart {
  /** The part of the money that is the price. */
  part: Money;
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
  { paid, account, others, rate, seenAt }: Arrival,
): Promise<ReceiptPlan> {
  const gone = isGiven(others) ?? (await isUsedUp(core, tx, deposit));
  if (gone !== null) return gone;
  if (paid.currency !== deposit.currency) {
    const reason = `arrived in ${paid.currency}, and ${deposit.currency} was asked for`;
    return { code: 'otherCurrency', reason };
  }
  const price = await priceAt(core, deposit, account, { rate, seenAt });
  if ('code' in price) return price;
  const { part } = price;
  if (compareDecimals(paid.amount, part.amount) < 0) {
    const reason = `is less than the price of ${part.amount} ${part.currency}`;
    return { code: 'belowPrice', reason };
  }
  return splitAtPrice(deposit, paid, price);
}

/** Plans to credit the price of a receipt, and to park the rest. */
function splitAtPrice(deposit: Deposit, paid: Money, { part, rate }: PricePart): ReceiptPlan {
  const plan = planAtRate(deposit, part, rate);
  if (isParked(plan)) return plan;
  const rest = addDecimals(paid.amount, negateDecimal(part.amount));
  return compareDecimals(rest, '0') > 0 ? { ...plan, rest } : plan;
}

/** The package is given for one payment only. */
function isGiven(others: readonly Payment[]): ParkedBecause | null {
  const first = others.find(({ status }) => status === 'credited' || status === 'crediting');
  if (first === undefined) return null;
  const reason = `arrived after the package was given for ${first.amount} ${first.currency}`;
  return { code: 'packageGone', reason };
}

/**
 * Whether a deposit that had ended was paid after its player had got the package as often as they may.
 * A package of a limited stock is given all the same: it was ordered.
 */
async function isUsedUp(core: Core, tx: Tx, deposit: Deposit): Promise<ParkedBecause | null> {
  const { brand_id: brandId, player_id: playerId, box_id: boxId } = deposit;
  if (isOpen(deposit.status) || hasMoney(deposit.status)) return null;
  const sweepstake = await loadSweepstake(core, tx, brandId);
  const box = sweepstake?.boxes.find((one) => one.boxId === boxId);
  if (box?.perPlayer === undefined) return null;
  const bought = await countBought(tx, { brandId, playerId }, box, { without: deposit.id });
  if (bought < box.perPlayer) return null;
  return { code: 'packageGone', reason: 'arrived after the player had bought the package again' };
}

/**
 * Returns the price in the deposit's currency: the amount of the order, or, for a coin that was seen
 * after its rate had run out, what the price is worth at the rate of that moment.
 */
async function priceAt(
  core: Core,
  deposit: Deposit,
  account: string,
  { rate, seenAt }: Pick<Arrival, 'rate' | 'seenAt'>,
): Promise<PricePart | ParkedBecause> {
  const { brand_id: brandId, currency, account_currency, price_rate, price_rate_until } = deposit;
  const ofOrder = { amount: deposit.amount, currency };
  if (price_rate === null || price_rate_until === null) {
    return { part: ofOrder, rate: { rate: '1', rateSource: 'same currency' } };
  }
  const at = seenAt ?? core.now();
  if (at <= price_rate_until) {
    return { part: ofOrder, rate: { rate: price_rate, rateSource: 'the rate of the order' } };
  }
  const taken = rate ?? (await presentRate(core, brandId, currency, account_currency));
  if (taken === null) {
    return { code: 'noRate', reason: `arrived in ${currency}, and there is no rate` };
  }
  const decimals = coinDecimals(core, brandId, account, currency);
  const price: Decimal = deposit.price ?? deposit.account_amount;
  return { part: { amount: amountWorth(price, taken.rate, decimals), currency }, rate: taken };
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
 */
export function planPackageByOperator(
  core: Pick<Core, 'brands'>,
  deposit: Deposit,
  payment: Payment,
  others: readonly Payment[],
  rate: TakenRate,
): ReceiptPlan {
  const given = isGiven(others.filter(({ id }) => id !== payment.id));
  if (given !== null) return given;
  const { amount, currency, connector } = payment;
  const decimals = coinDecimals(core, deposit.brand_id, connector, currency);
  const price = amountWorth(deposit.account_amount, rate.rate, decimals);
  const part = compareDecimals(amount, price) < 0 ? amount : price;
  return splitAtPrice(deposit, { amount, currency }, { part: { amount: part, currency }, rate });
}
