import Big from 'big.js';
import { decimalsOf } from './currencies.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { addDecimals, type Decimal } from './money.ts';

/**
 * Returns the provider's fee on top of an amount, in the currency's decimals: rounded up, so that
 * no player is charged more than announced. `0` if the method has no fee. The fee never reduces the
 * credited amount.
 */
export function feeOf(
  { fee }: Pick<PaymentMethod, 'fee'>,
  amount: Decimal,
  currency: string,
): Decimal {
  // Multiplied, not divided by 100: big.js rounds a division and multiplies exactly.
  const share = new Big(amount).times(fee?.percent ?? '0').times('0.01');
  const fixed =
    fee?.fixed !== undefined && Object.hasOwn(fee.fixed, currency) ? fee.fixed[currency] : '0';
  const charged = share.plus(fixed ?? '0').round(decimalsOf(currency), Big.roundUp);
  return charged.lte(0) ? '0' : charged.toFixed();
}

/**
 * Returns the sum that the player is charged for an amount: the amount, and the fee on top of it.
 * Summary, button, provider and receipt all show this sum.
 */
export function chargedSum(
  method: Pick<PaymentMethod, 'fee'>,
  amount: Decimal,
  currency: string,
): Decimal {
  return addDecimals(amount, feeOf(method, amount, currency));
}
