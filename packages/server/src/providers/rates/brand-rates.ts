import type { Brands } from '../../brands/load-brands.ts';
import type { FeedRatesConfig, StaticRatesConfig } from '../../brands/rates-settings.ts';
import type { RatePort } from '../../core/rate-port.ts';
import type { Log } from '../../ground/log.ts';
import { FeedRates } from './feed-rates.ts';
import { crossRate } from './rate-feed.ts';

/** The exchange rates of all brands. */
export interface BrandRates {
  ratesOf: (brandId: string) => RatePort;
  /** The feeds by their settings. */
  feeds: ReadonlyMap<FeedRatesConfig, FeedRates>;
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
 * settings continue, with the rates that they hold.
 */
export function buildBrandRates(
  brands: Brands,
  surroundings: { log: Log; now: () => Date },
  before?: BrandRates,
): BrandRates {
  const feeds = new Map<FeedRatesConfig, FeedRates>();
  const ports = new Map<string, RatePort>();
  for (const { id, rates } of brands.values()) {
    if (rates === null) continue;
    let port: RatePort;
    if (rates.kind === 'static') {
      port = buildStaticRates(rates);
    } else {
      const feed =
        before?.feeds.get(rates) ?? new FeedRates(rates, { brandId: id, ...surroundings });
      feeds.set(rates, feed);
      port = feed;
    }
    ports.set(id, {
      rate: async (from, to, at) =>
        (await sameCurrencyOnly.rate(from, to, at)) ?? port.rate(from, to, at),
    });
  }
  return {
    ratesOf: (brandId) => ports.get(brandId) ?? sameCurrencyOnly,
    feeds,
    start: async () => {
      const known = before?.feeds ?? new Map<FeedRatesConfig, FeedRates>();
      const added = [...feeds].filter(([settings]) => !known.has(settings));
      await Promise.all(added.map(([, feed]) => feed.start()));
      const gone = [...known].filter(([settings]) => !feeds.has(settings));
      await Promise.all(gone.map(([, feed]) => feed.stop()));
    },
    stop: async () => {
      await Promise.all([...feeds.values()].map((feed) => feed.stop()));
    },
  };
}

/** The fixed rates in a brand's file. */
export function buildStaticRates({ base, table }: StaticRatesConfig): RatePort {
  return {
    rate: async (from, to) => {
      const rate = crossRate({ base, rates: table }, from, to);
      return rate === null ? null : { rate, source: 'static table' };
    },
  };
}
