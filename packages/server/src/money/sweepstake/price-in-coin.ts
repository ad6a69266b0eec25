import {
  addDecimals,
  compareDecimals,
  type Decimal,
  decimalsOf,
  divideDecimals,
  floorToDecimals,
  multiplyDecimals,
} from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
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

/** Returns the decimals with which a coin can be sent by a method's accounts: the fewest of all. */
export function coinDecimals(
  { brands }: Pick<Core, 'brands'>,
  brandId: string,
  { coin }: Pick<CatalogMethod, 'coin'>,
  accountNames: readonly string[],
): number {
  if (coin === undefined) return 0;
  const accounts = accountNames.map((name) => brands.get(brandId)?.accounts.get(name));
  const known = accounts.map(
    (account) => account?.rails.get(coin.blockchain)?.coins.get(coin.currency)?.decimals,
  );
  return Math.min(decimalsOf(coin.currency), ...known.filter((it) => it !== undefined));
}
