import type { StaticRatesConfig } from '../../brands/rates-config.ts';
import type { RatePort } from '../../core/rate-port.ts';
import { crossRate } from './cross-rate.ts';

/** Rates as they stand in the brand's file, until the file changes. */
export function buildStaticRates({ base, table }: StaticRatesConfig): RatePort {
  return {
    rate: async (from, to) => {
      const rate = crossRate({ base, rates: table }, from, to);
      return rate === null ? null : { rate, source: 'static table' };
    },
  };
}
