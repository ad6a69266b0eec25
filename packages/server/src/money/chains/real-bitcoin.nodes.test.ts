import { startBcoin } from '@kassa/sandbox';
import { testRealChain } from '../../testing/chain-scenarios.ts';
import { openRegtest } from '../../testing/open-regtest.ts';

testRealChain('bcoin on regtest', async () => ({
  ...(await openRegtest(startBcoin, 'BITCOIN')),
  payments: [{ method: 'bitcoin', amount: '0.01', dust: '0.000009', credited: '1000.00' }],
}));
