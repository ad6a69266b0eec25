import type { Brands } from '../../brands/load-brands.ts';
import type { StaticRatesConfig } from '../../brands/rates-settings.ts';
import type { RatePort } from '../../core/rate-port.ts';
import type { Log } from '../../ground/log.ts';
import { FeedRates } from './feed-rates.ts';
import { crossRate } from './rate-feed.ts';

/** The rates of every brand. */
export interface BrandRates {
  ratesOf: (brandId: string) => RatePort;
  /** Gets the feeds' first answers; a feed that is down delays the start, and doesn't stop it. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Money of one currency needs no rate, and a brand without rates has no others. */
const sameCurrencyAlone: RatePort = {
  rate: async (from, to) => (from === to ? { rate: '1', source: 'same currency' } : null),
};

/** Builds what each brand's file says of rates. */
export function buildBrandRates(
  brands: Brands,
  surroundings: { log: Log; now: () => Date },
): BrandRates {
  const feeds: FeedRates[] = [];
  const ports = new Map<string, RatePort>();
  for (const { id, rates } of brands.values()) {
    if (rates === null) continue;
    let port: RatePort;
    if (rates.kind === 'static') {
      port = buildStaticRates(rates);
    } else {
      const feed = new FeedRates(rates, { brandId: id, ...surroundings });
      feeds.push(feed);
      port = feed;
    }
    ports.set(id, {
      rate: async (from, to, at) =>
        (await sameCurrencyAlone.rate(from, to, at)) ?? port.rate(from, to, at),
    });
  }
  return {
    ratesOf: (brandId) => ports.get(brandId) ?? sameCurrencyAlone,
    start: async () => {
      await Promise.all(feeds.map((feed) => feed.start()));
    },
    stop: async () => {
      await Promise.all(feeds.map((feed) => feed.stop()));
    },
  };
}

/** Rates as they stand in the brand's file, until the file changes. */
export function buildStaticRates({ base, table }: StaticRatesConfig): RatePort {
  return {
    rate: async (from, to) => {
      const rate = crossRate({ base, rates: table }, from, to);
      return rate === null ? null : { rate, source: 'static table' };
    },
  };
}
