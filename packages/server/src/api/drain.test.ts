import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';

test('a drain answers what is under way, then takes nothing more', async () => {
  const server = await startTestServer();
  await server.provider('POST', '/v1/behaviours', { create: 'slow' });
  const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
  const underWay = server.call('deposit-create', order);
  // The order is on its way to the provider once it is written down.
  await expect
    .poll(() => server.core.db.selectFrom('deposits').select('status').execute())
    .toEqual([{ status: 'created' }]);
  await server.stop();
  expect((await underWay).status).toBe(504);
  await expect(fetch(`${server.url}/readyz`)).rejects.toThrow();
});
