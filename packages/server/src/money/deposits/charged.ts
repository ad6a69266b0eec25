import { addDecimals, compareDecimals, type Decimal, toCurrencyDecimals } from '@kassa/contract';
import type { Deposit } from '../../ground/database/tables/money.ts';

/** The fee on top of a deposit, and the sum that the player is charged; in its currency. */
export interface Charged {
  payerFee: Decimal;
  charged: Decimal;
}

/** Returns what a deposit's player is charged; without a fee that is the amount. */
export function chargedOf({
  amount,
  currency,
  payer_fee,
}: Pick<Deposit, 'amount' | 'currency' | 'payer_fee'>): Charged {
  const payerFee = payer_fee ?? '0';
  if (compareDecimals(payerFee, '0') === 0) return { payerFee: '0', charged: amount };
  return { payerFee, charged: toCurrencyDecimals(addDecimals(amount, payerFee), currency) };
}

/** Like {@link chargedOf}; nothing without a fee. */
export function feeOnTop(
  deposit: Pick<Deposit, 'amount' | 'currency' | 'payer_fee'>,
): Partial<Charged> {
  const found = chargedOf(deposit);
  return found.payerFee === '0' ? {} : found;
}
