import { compareDecimals, type Money } from '@kassa/contract';
import type { Deposit } from '../../ground/database/tables/money.ts';

type Order = Pick<Deposit, 'price' | 'price_currency' | 'sweep_amount'>;

/**
 * Returns what a crediting gives for the payment of a package, whatever was paid: its price and sweep
 * coins. Nothing for other deposits.
 */
export function givenFor({ price, price_currency, sweep_amount }: Order): Money[] {
  if (price === null || price_currency === null) return [];
  return [
    { amount: price, currency: price_currency },
    { amount: sweep_amount ?? '0', currency: 'QSC' },
  ];
}

/**
 * Returns what a payment of a deposit moves: the money, and what it gives if it buys a package. Each
 * currency is in it once.
 */
export function movedBy(paid: Money, order: Order): Money[] {
  const [price, ...coins] = givenFor(order);
  if (price === undefined) return [paid];
  if (price.currency !== paid.currency) return [paid, price, ...coins];
  return [compareDecimals(paid.amount, price.amount) > 0 ? paid : price, ...coins];
}
