import { buildStaticRates } from './brand-rates.ts';
import { suiteRates, testRatePort } from './rate-port.suite.ts';

testRatePort('a static table', async () => ({
  port: buildStaticRates({ kind: 'static', ...suiteRates }),
  close: async () => {},
}));
