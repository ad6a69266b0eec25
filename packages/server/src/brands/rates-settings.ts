import { compareDecimals, currencySchema, decimalSchema } from '@kassa/contract';
import * as z from 'zod/mini';

/** Units of a currency for one unit of the base. */
export const positiveRateSchema = z.pipe(
  decimalSchema,
  z.string().check(z.refine((rate) => compareDecimals(rate, '0') > 0, 'must be more than zero')),
);

/** What one sweep coin is redeemed for; a rate of 0 closes redemption. */
const sweepCoinSchema = z.optional(
  z.strictObject({
    currency: currencySchema,
    rate: decimalSchema.check(
      z.refine((rate) => compareDecimals(rate, '0') >= 0, 'must not be negative'),
    ),
  }),
);

/** A table of rates knows money only: the coins of sweepstakes have no market. */
const moneySchema = currencySchema.check(
  z.refine((currency) => currency !== 'QGC' && currency !== 'QSC', 'is no money: see "sweepCoin"'),
);

/** A brand's source of exchange rates; a secret in the URL or the token is a `${NAME}`. */
export const ratesSettingsSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('static'),
    base: currencySchema,
    table: z.record(moneySchema, positiveRateSchema),
    sweepCoin: sweepCoinSchema,
  }),
  z.strictObject({
    kind: z.literal('http'),
    url: z.url({ protocol: /^https?$/ }),
    /** Sent as `Authorization: Bearer`. */
    token: z.optional(z.string().check(z.minLength(1))),
    /** The pause between one request and the next. */
    refreshSeconds: z._default(z.int().check(z.gte(1)), 60),
    /** Older rates aren't used: receipts in another currency are then parked. */
    maxAgeSeconds: z._default(z.int().check(z.gte(1)), 3600),
    /** A table in which a rate moved by more than this against the last one is rejected. */
    maxChangePercent: z._default(z.number().check(z.gte(1), z.lte(1000)), 20),
    sweepCoin: sweepCoinSchema,
  }),
]);

export type RatesSettings = z.infer<typeof ratesSettingsSchema>;
export type StaticRatesConfig = Extract<RatesSettings, { kind: 'static' }>;
export type FeedRatesConfig = Extract<RatesSettings, { kind: 'http' }>;

/**
 * Whether money of one currency can never be converted into another: the brand has no rates, or its table
 * has none of them. A feed may bring any rate.
 */
export function lacksRate(rates: RatesSettings | null, from: string, to: string): boolean {
  if (from === to) return false;
  if (rates === null || isCoins(to) || from === 'QGC') return true;
  const { sweepCoin } = rates;
  if (from === 'QSC') {
    const isRedeemed = sweepCoin !== undefined && compareDecimals(sweepCoin.rate, '0') > 0;
    return !isRedeemed || lacksRate(rates, sweepCoin.currency, to);
  }
  if (rates.kind === 'http') return false;
  const { base, table } = rates;
  return ![from, to].every((currency) => currency === base || Object.hasOwn(table, currency));
}

const isCoins = (currency: string) => currency === 'QGC' || currency === 'QSC';
