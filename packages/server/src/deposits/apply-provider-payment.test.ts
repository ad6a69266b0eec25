import { addDecimals } from '@kassa/contract';
import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ProviderPayment } from '../connectors/connector.ts';
import type { Core } from '../core.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { applyProviderPayment } from './apply-provider-payment.ts';

let server: TestServer;
let core: Core;

beforeAll(async () => {
  server = await startTestServer();
  core = server.core;
});

afterAll(() => server.stop());

/** A provider's word on one of two payments of a deposit, in any order and any number of times. */
const word = fc.record({
  payment: fc.constantFrom('first', 'second'),
  status: fc.constantFrom('pending', 'approved', 'declined', 'canceled'),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'USD'),
  cents: fc.integer({ min: 0, max: 100_000 }),
}) as fc.Arbitrary<{
  payment: string;
  status: ProviderPayment['status'];
  currency: string;
  cents: number;
}>;

test('whatever providers say, each payment is credited once, and the books hold', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (words) => {
      const token = await server.token({ playerId: uuidv7() });
      const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
      const { body } = await server.call('deposit-create', order, { token });
      const { depositId } = body;
      let expected = '0';
      const taken = new Set<string>();
      for (const { payment, status, currency, cents } of words) {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const isMoney = status === 'approved' && cents > 0;
        await core.db.transaction().execute((tx) =>
          applyProviderPayment(core, tx, {
            brandId: 'kassa',
            connector: 'sandbox',
            source: 'property test',
            payment: {
              providerReference: `${depositId}-${payment}`,
              depositId,
              status,
              paid: isMoney ? { amount, currency } : null,
            },
          }),
        );
        if (isMoney && !taken.has(payment)) {
          taken.add(payment);
          if (currency === 'EUR') expected = addDecimals(expected, amount);
        }
      }
      const { body: user } = await server.call('user-get', {}, { token });
      expect(Number(user.balanceData.primary.amount)).toBe(Number(expected));
    }),
    { numRuns: 60 },
  );
  expect(await checkLedger(core.db)).toEqual([]);
});
