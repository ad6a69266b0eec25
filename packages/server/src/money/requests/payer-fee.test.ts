import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
  const folder = path.join(server.configFolder, 'catalogs/kassa');
  await mkdir(folder, { recursive: true });
  const fee = { percent: '1.5', fixed: { EUR: '0.30' } };
  await writeFile(path.join(folder, 'fees.json'), JSON.stringify({ change: { card: { fee } } }));
  await server.reload();
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

test('the provider charges the fee on top, every view shows it, and the amount is credited', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const { body: created } = await server.call('deposit-create', order, { token });
  const { depositId } = created;
  const { body: payment } = await server.provider(
    'GET',
    `/v1/payments?merchantReference=${depositId}`,
  );
  expect(payment).toMatchObject({ amount: '50.00', charged: '51.05' });

  const sums = { amount: '50.00', payerFee: '1.05', charged: '51.05' };
  const status = () =>
    server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token });
  expect((await status()).body).toMatchObject(sums);
  expect((await server.call('deposit-get', { depositId }, { token })).body.deposit).toMatchObject(
    sums,
  );
  const { body: list } = await server.call('deposit-list', {}, { token });
  expect(list.deposits).toMatchObject([sums]);
  const operator = await createOperator(server);
  expect((await operator.ask('deposits-show', { depositId })).body).toMatchObject(sums);

  await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
  await expect
    .poll(async () => (await status()).body)
    .toMatchObject({ status: 'PAYED', processingAmount: '50.00', ...sums });
  const { body: proof } = await server.call('deposit-receipt', { depositId }, { token });
  expect(proof.receipt).toMatchObject({ requested: { amount: '50.00' }, fee: '1.05' });
  const { body: user } = await server.call('user-get', {}, { token });
  expect(user.balanceData.primary.amount).toBe('50.00');
});

test('a deposit without a fee, as of the release before, is charged its amount', async () => {
  const token = await server.token({ playerId: uuidv7() });
  const { body } = await server.call('deposit-create', order, { token });
  const { depositId } = body;
  await server.core.db
    .updateTable('deposits')
    .set({ payer_fee: null } as never)
    .where('id', '=', depositId)
    .execute();
  const { body: status } = await server.call(
    'deposit-status',
    { depositId, paymentMethod: 'card' },
    { token },
  );
  expect(status).not.toHaveProperty('payerFee');
  expect(status).not.toHaveProperty('charged');
});

test('a connector that can’t charge a fee is not asked for one', async () => {
  const account = server.core.brands.get('kassa')?.accounts.get('sandbox');
  if (account === undefined) throw new Error('The test server has no connector "sandbox".');
  account.canChargeFee = false;
  try {
    const { status, body } = await server.call('deposit-create', order);
    expect({ status, code: body.error.code }).toEqual({
      status: 502,
      code: 'provider.unavailable',
    });
  } finally {
    account.canChargeFee = true;
  }
});
