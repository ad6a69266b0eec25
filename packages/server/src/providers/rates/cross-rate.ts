import { compareDecimals, type Decimal, divideDecimals } from '@kassa/contract';

/** Units of each currency for one unit of the base. */
export interface RateTable {
  base: string;
  rates: Readonly<Record<string, Decimal>>;
}

/**
 * The rate between any two currencies of a table, through its base: exact to 18 decimals, cut where
 * it goes on, so that no more is credited than arrived. Null where the table lacks one of them.
 */
export function crossRate(table: RateTable, from: string, to: string): Decimal | null {
  const ofFrom = perBase(table, from);
  const ofTo = perBase(table, to);
  if (ofFrom === null || ofTo === null) return null;
  const rate = divideDecimals(ofTo, ofFrom);
  // Less than 10⁻¹⁸ of a currency is no rate to credit by.
  return compareDecimals(rate, '0') > 0 ? rate : null;
}

function perBase({ base, rates }: RateTable, currency: string): Decimal | null {
  if (currency === base) return '1';
  return (Object.hasOwn(rates, currency) ? rates[currency] : undefined) ?? null;
}
