import Big from 'big.js';
import { decimalsOf } from './currencies.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import type { Decimal } from './money.ts';

/**
 * What the provider charges the player on top of an amount, by itself, in the currency's decimals:
 * rounded up, so that nobody is charged more than was said. `0` where the method has no fee. What is
 * credited is the amount all the same.
 */
export function feeOf(
  { fee }: Pick<PaymentMethod, 'fee'>,
  amount: Decimal,
  currency: string,
): Decimal {
  // Not divided by 100: a division is rounded, and a product is exact.
  const share = new Big(amount).times(fee?.percent ?? '0').times('0.01');
  const fixed =
    fee?.fixed !== undefined && Object.hasOwn(fee.fixed, currency) ? fee.fixed[currency] : '0';
  const charged = share.plus(fixed ?? '0').round(decimalsOf(currency), Big.roundUp);
  return charged.lte(0) ? '0' : charged.toFixed();
}
