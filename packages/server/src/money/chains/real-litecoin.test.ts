import { startLitecoind } from '@kassa/sandbox';
import { describe } from 'vitest';
import { findLitecoin } from '../../../../../scripts/find-litecoin.mjs';
import { skipWithout } from '../../../../../scripts/skip-without.ts';
import { testRealChain } from '../../testing/chain-scenarios.ts';
import { openRegtest } from '../../testing/open-regtest.ts';

const { isSkipped, reason } = skipWithout(findLitecoin().missing);

describe.skipIf(isSkipped)(`a real node${reason}`, () =>
  testRealChain('litecoind on regtest', async () => ({
    ...(await openRegtest(startLitecoind, 'LITECOIN')),
    payments: [{ method: 'litecoin', amount: '0.5', dust: '0.00006', credited: '50.00' }],
  })),
);
