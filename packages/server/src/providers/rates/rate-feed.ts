import {
  addDecimals,
  compareDecimals,
  currencySchema,
  type Decimal,
  divideDecimals,
  readJsonNumber,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { positiveRateSchema } from '../../brands/rates-settings.ts';

/** Rates of a moment. */
export interface DatedRates extends RateTable {
  at: Date;
}

const feedSchema = z.object({
  base: currencySchema,
  rates: z.record(currencySchema, positiveRateSchema),
  /** When these rates were true. */
  at: z.iso.datetime({ offset: true }),
});

/**
 * Reads a feed's answer: `{"base": "EUR", "rates": {"USD": "1.08"}, "at": "2026-11-20T12:00:00Z"}`.
 * A bare number counts as its text: no float ever holds a rate.
 * @throws where anything in it is wrong: half a table is worse than the last whole one.
 */
export function decodeRateFeed(body: string): DatedRates {
  const json: unknown = JSON.parse(body, (_key, value: unknown, context?: { source?: string }) =>
    typeof value === 'number'
      ? (readJsonNumber(context?.source ?? '') ?? 'a number out of range')
      : value,
  );
  const parsed = feedSchema.safeParse(json);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.') || 'answer'}: ${issue?.message ?? 'is not valid'}`);
  }
  return { ...parsed.data, at: new Date(parsed.data.at) };
}

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
