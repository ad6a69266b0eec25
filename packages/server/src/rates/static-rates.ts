import { crossRate } from './cross-rate.ts';
import type { RatePort } from './rate-port.ts';
import type { StaticRatesConfig } from './rates-config.ts';

/** Rates as they stand in the brand's file, until the file changes. */
export function buildStaticRates({ base, table }: StaticRatesConfig): RatePort {
  return {
    rate: async (from, to) => {
      const rate = crossRate({ base, rates: table }, from, to);
      return rate === null ? null : { rate, source: 'static table' };
    },
  };
}
