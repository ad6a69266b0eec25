import { currencySchema, decimalSchema, type Money } from '@kassa/contract';
import type { Failure } from '../../../features/failure/failure.ts';

/** Reads the sum that a failure is about, by default in the account's currency; null for none. */
export function readMoney({ params }: Failure, accountCurrency: string): Money | null {
  const { data: amount } = decimalSchema.safeParse(params.amount);
  const { data: currency = accountCurrency } = currencySchema.safeParse(params.currency);
  return amount === undefined ? null : { amount, currency };
}
