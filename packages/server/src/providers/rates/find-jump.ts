import { addDecimals, compareDecimals, type Decimal, divideDecimals } from '@kassa/contract';
import { crossRate, type RateTable } from './cross-rate.ts';

/** Two currencies whose rate moved too far. */
export interface Jump {
  from: string;
  to: string;
  before: Decimal;
  after: Decimal;
}

/**
 * The pair whose rate moved most between two tables, where that is more than so many percent, or null:
 * a factor of 100, or a base that was swapped, must credit nobody. Of any two currencies that both
 * tables know, not of those against the base alone.
 */
export function findJump(
  before: RateTable,
  after: RateTable,
  maxChangePercent: number,
): Jump | null {
  const known = listCurrencies(after);
  const shared = [...listCurrencies(before)].filter((currency) => known.has(currency));
  const [anchor] = shared;
  if (anchor === undefined) return null;
  let most = { currency: anchor, factor: '1' };
  let least = most;
  for (const currency of shared) {
    const moved = { currency, factor: changeOf(anchor, currency) };
    if (compareDecimals(moved.factor, most.factor) > 0) most = moved;
    if (compareDecimals(moved.factor, least.factor) < 0) least = moved;
  }
  const longest = addDecimals('1', divideDecimals(String(maxChangePercent), '100'));
  const isWithin =
    compareDecimals(least.factor, '0') > 0 &&
    compareDecimals(divideDecimals(most.factor, least.factor), longest) <= 0;
  if (isWithin) return null;
  const [from, to] = [least.currency, most.currency];
  return { from, to, before: rateOf(before, from, to), after: rateOf(after, from, to) };

  function changeOf(from: string, to: string): Decimal {
    const old = rateOf(before, from, to);
    // Too small to be told from nothing: whatever it is now, it can't be compared.
    return compareDecimals(old, '0') > 0 ? divideDecimals(rateOf(after, from, to), old) : '0';
  }
}

const listCurrencies = ({ base, rates }: RateTable) => new Set([base, ...Object.keys(rates)]);

const rateOf = (table: RateTable, from: string, to: string): Decimal =>
  crossRate(table, from, to) ?? '0';
