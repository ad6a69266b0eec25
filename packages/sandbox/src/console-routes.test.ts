import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import { startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox();
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const createPayment = async () => (await sandbox.create({ webhookUrl: merchant.webhookUrl })).id;
const read = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text();

it('lists payments, without links to a player’s own page', async () => {
  const id = await createPayment();
  const list = await read('/payments');
  expect(list).toContain(`href="/payments/${id}"`);
  expect(list).not.toContain('token');
  expect(await read(`/payments/${id}`)).not.toContain('token');
});

it('decides a payment, and stays on its page', async () => {
  const id = await createPayment();
  const address = `${sandbox.url}/payments/${id}`;
  const response = await sandbox.press(address, 'pay-part');
  expect([response.status, response.headers.get('location')]).toEqual([303, `/payments/${id}`]);
  expect((await merchant.next()).content).toMatchObject({ paidAmount: '25.00' });
  expect(await read(`/payments/${id}`)).toContain('Paid: €25.00.');
  expect((await sandbox.press(address, 'approve')).status).toBe(409);
});

it('records late money, repeated money, and a chargeback', async () => {
  const id = await createPayment();
  const address = `${sandbox.url}/payments/${id}`;
  await sandbox.press(address, 'decline');
  await sandbox.press(address, 'receive-again');
  await sandbox.press(address, 'receive-again');
  await sandbox.press(address, 'take-back');
  expect(await sandbox.get(id)).toMatchObject({
    status: 'approved',
    receipts: [{ amount: '50.00' }, { amount: '50.00' }],
    reversals: [{ kind: 'chargeback' }],
  });
});

it('rejects a request from another site’s page', async () => {
  const id = await createPayment();
  const response = await fetch(`${sandbox.url}/payments/${id}`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ action: 'approve' }),
  });
  expect(response.status).toBe(403);
  expect(await sandbox.get(id)).toMatchObject({ status: 'pending' });
});

it('responds with 404 to an unknown payment', async () => {
  expect((await fetch(`${sandbox.url}/payments/none`)).status).toBe(404);
  expect((await sandbox.press(`${sandbox.url}/payments/none`, 'approve')).status).toBe(404);
});
