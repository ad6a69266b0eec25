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

/** A rate table with its time. */
export interface DatedRates extends RateTable {
  at: Date;
}

const feedSchema = z.object({
  base: currencySchema,
  rates: z.record(currencySchema, positiveRateSchema),
  /** The time of these rates. */
  at: z.iso.datetime({ offset: true }),
});

/**
 * Decodes a feed's response: `{"base": "EUR", "rates": {"USD": "1.08"}, "at":
 * "2026-11-20T12:00:00Z"}`. JSON numbers are read as their text: no float ever holds a rate.
 * @throws if any part is invalid: half a table is worse than the last complete one.
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
 * The rate between any two currencies of a table, through its base: exact to 18 decimals and then
 * cut, so that no more is credited than arrived. Null if the table lacks one of them.
 */
export function crossRate(table: RateTable, from: string, to: string): Decimal | null {
  const ofFrom = perBase(table, from);
  const ofTo = perBase(table, to);
  if (ofFrom === null || ofTo === null) return null;
  const rate = divideDecimals(ofTo, ofFrom);
  // A rate below 10⁻¹⁸ can't be used to credit.
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
 * Returns the pair whose rate moved most between two tables, if it moved by more than
 * `maxChangePercent`, or null: rates off by a factor of 100, or with base and currency swapped,
 * must credit nobody. Compares all pairs that both tables have, not only those with the base.
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
    // The old rate rounds to zero, so no change can be computed.
    return compareDecimals(old, '0') > 0 ? divideDecimals(rateOf(after, from, to), old) : '0';
  }
}

const listCurrencies = ({ base, rates }: RateTable) => new Set([base, ...Object.keys(rates)]);

const rateOf = (table: RateTable, from: string, to: string): Decimal =>
  crossRate(table, from, to) ?? '0';
