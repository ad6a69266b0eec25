import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalsOf,
  divideDecimals,
  floorToDecimals,
  multiplyDecimals,
} from '@kassa/contract';
import type { Core } from '../../core/core.ts';

/**
 * Returns the smallest amount that is worth a price.
 * @param rate - units of the price's currency for one unit of the amount's
 * @param decimals - those that can be sent
 */
export function amountWorth(price: Decimal, rate: Decimal, decimals: number): Decimal {
  const floor = floorToDecimals(divideDecimals(price, rate), decimals);
  if (compareDecimals(multiplyDecimals(floor, rate), price) >= 0) return floor;
  return addDecimals(floor, smallestOf(decimals));
}

const smallestOf = (decimals: number): Decimal =>
  decimals === 0 ? '1' : `0.${'0'.repeat(decimals - 1)}1`;

/** Returns the decimals with which a coin can be sent to an account: the fewest of its chains. */
export function coinDecimals(
  { brands }: Pick<Core, 'brands'>,
  brandId: string,
  account: string,
  currency: string,
): number {
  const rails = brands.get(brandId)?.accounts.get(account)?.rails.values() ?? [];
  const known = [...rails].map(({ coins }) => coins.get(currency)?.decimals);
  return Math.min(decimalsOf(currency), ...known.filter((it) => it !== undefined));
}
