import {
  addDecimals,
  CallError,
  compareDecimals,
  type Decimal,
  decimalsOf,
  feeOf,
  floorToDecimals,
  type Money,
  multiplyDecimals,
  negateDecimal,
  smallestAmount,
  toCurrencyDecimals,
} from '@kassa/contract';
import type { Account } from '../../brands/accounts.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import type { Core } from '../../core/core.ts';
import type { Rate } from '../../core/rate-port.ts';

/** What a withdrawal costs and brings. */
export interface PayoutCost {
  /** The part of the amount that isn't paid out, in its currency. */
  fee: Decimal;
  /** What arrives, in the payout's currency or coin. */
  arrives: Money;
  /** From the account's currency to that of the payout; null if they are the same. */
  rate: Rate | null;
}

/**
 * Calculates what arrives of an amount: less the method's fee, at the brand's rate if the payout is
 * in another currency or a coin, cut to what can be paid.
 * @throws CallError amount.belowMin if nothing would be left; currency.unsupported without a rate
 */
export async function calculateCost(
  core: Pick<Core, 'ratesOf' | 'now'>,
  brandId: string,
  {
    method,
    account,
    money,
    lockedRate = null,
  }: {
    method: CatalogMethod;
    account: Account;
    money: Money;
    /** A rate that the player was promised; null: the present one. */
    lockedRate?: Rate | null;
  },
): Promise<PayoutCost> {
  const fee = toCurrencyDecimals(feeOf(method, money.amount, money.currency), money.currency);
  const rest = addDecimals(money.amount, negateDecimal(fee));
  if (compareDecimals(rest, '0') <= 0) throw nothingLeft(fee, money.currency);
  const currency = method.coin?.currency ?? money.currency;
  const rate =
    currency === money.currency
      ? null
      : (lockedRate ?? (await core.ratesOf(brandId).rate(money.currency, currency, core.now())));
  if (rate === null && currency !== money.currency) {
    throw new CallError('currency.unsupported', "There is no rate to the payout's currency.");
  }
  const exact = multiplyDecimals(rest, rate?.rate ?? '1');
  const amount = floorToDecimals(exact, decimalsAt(account, method, currency));
  if (compareDecimals(amount, '0') <= 0) throw nothingLeft(fee, money.currency);
  return { fee, arrives: { amount, currency }, rate };
}

/** The decimals with which a payout can be paid: those of its token, if it has fewer. */
function decimalsAt({ rails }: Account, { coin }: CatalogMethod, currency: string): number {
  const rail = coin && rails.get(coin.blockchain);
  return Math.min(decimalsOf(currency), rail?.coins.get(currency)?.decimals ?? Infinity);
}

function nothingLeft(fee: Decimal, currency: string): CallError {
  const limit = addDecimals(fee, smallestAmount(currency));
  return new CallError('amount.belowMin', 'The fee leaves nothing of it.', { limit, currency });
}
