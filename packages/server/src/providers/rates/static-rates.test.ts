import { suiteRates, testRatePort } from './rate-port.suite.ts';
import { buildStaticRates } from './static-rates.ts';

testRatePort('a static table', async () => ({
  port: buildStaticRates({ kind: 'static', ...suiteRates }),
  close: async () => {},
}));
