import { compareDecimals, divideDecimals, multiplyDecimals } from '@kassa/contract';
import type { Brands } from '../../brands/load-brands.ts';
import type { StaticRatesConfig } from '../../brands/rates-settings.ts';
import type { RatePort } from '../../core/rate-port.ts';
import type { Log } from '../../ground/log.ts';
import { FeedRates } from './feed-rates.ts';
import { crossRate } from './rate-feed.ts';

/** The exchange rates of all brands. */
export interface BrandRates {
  ratesOf: (brandId: string) => RatePort;
  /** The feeds by brand. */
  feeds: ReadonlyMap<string, FeedRates>;
  /**
   * Fetches new feeds for the first time, then stops those of `before` that are gone. A failing
   * feed delays the start but doesn't prevent it.
   */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** A conversion within one currency needs no rate; a brand without rates supports no other. */
const sameCurrencyOnly: RatePort = {
  rate: async (from, to) => (from === to ? { rate: '1', source: 'same currency' } : null),
};

/**
 * Builds the rate sources that the brands' files configure. Feeds of `before` with the same
 * settings continue. The rates that a feed holds go on in its successor with the same address.
 */
export function buildBrandRates(
  brands: Brands,
  surroundings: { log: Log; now: () => Date },
  before?: BrandRates,
): BrandRates {
  const feeds = new Map<string, FeedRates>();
  const ports = new Map<string, RatePort>();
  for (const { id, rates } of brands.values()) {
    if (rates === null) continue;
    let port: RatePort;
    if (rates.kind === 'static') {
      port = buildStaticRates(rates);
    } else {
      const earlier = before?.feeds.get(id);
      const feed =
        earlier?.config === rates
          ? earlier
          : new FeedRates(rates, { brandId: id, ...surroundings }, earlier);
      feeds.set(id, feed);
      port = feed;
    }
    const ofMoney: RatePort = {
      rate: async (from, to, at) =>
        (await sameCurrencyOnly.rate(from, to, at)) ?? port.rate(from, to, at),
    };
    ports.set(id, withSweepCoin(ofMoney, rates.sweepCoin));
  }
  const present = new Set(feeds.values());
  const known = new Set(before?.feeds.values());
  return {
    ratesOf: (brandId) => ports.get(brandId) ?? sameCurrencyOnly,
    feeds,
    // No function here uses `before`: it would keep the rates of every earlier reading in memory.
    start: async () => {
      await Promise.all(
        [...present].filter((feed) => !known.has(feed)).map((feed) => feed.start()),
      );
      await Promise.all([...known].filter((feed) => !present.has(feed)).map((feed) => feed.stop()));
    },
    stop: async () => {
      await Promise.all([...feeds.values()].map((feed) => feed.stop()));
    },
  };
}

/**
 * Adds the rate of sweep coins to those of money. Nothing is converted into the coins of sweepstakes,
 * and gold coins are converted into nothing.
 */
export function withSweepCoin(
  money: RatePort,
  sweepCoin: StaticRatesConfig['sweepCoin'],
): RatePort {
  return {
    rate: async (from, to, at) => {
      if (from === to) return money.rate(from, to, at);
      if (isCoins(to) || from === 'QGC') return null;
      if (from !== 'QSC') return money.rate(from, to, at);
      if (sweepCoin === undefined || compareDecimals(sweepCoin.rate, '0') <= 0) return null;
      const found = await money.rate(sweepCoin.currency, to, at);
      if (found === null) return null;
      const rate = divideDecimals(multiplyDecimals(sweepCoin.rate, found.rate), '1');
      return { rate, source: `${sweepCoin.rate} ${sweepCoin.currency}, ${found.source}` };
    },
  };
}

const isCoins = (currency: string) => currency === 'QGC' || currency === 'QSC';

/** The fixed rates in a brand's file. */
export function buildStaticRates({ base, table }: StaticRatesConfig): RatePort {
  return {
    rate: async (from, to) => {
      const rate = crossRate({ base, rates: table }, from, to);
      return rate === null ? null : { rate, source: 'static table' };
    },
  };
}
