import { startLitecoind } from '@kassa/sandbox';
import { testRealChain } from '../../testing/chain-scenarios.ts';
import { openRegtest } from '../../testing/open-regtest.ts';

testRealChain('litecoind on regtest', async () => ({
  ...(await openRegtest(startLitecoind, 'LITECOIN')),
  payments: [{ method: 'litecoin', amount: '0.5', dust: '0.00006', credited: '50.00' }],
}));
