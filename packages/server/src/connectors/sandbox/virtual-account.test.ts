import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/* Deposits into virtual accounts: the whole server, and a payer at the simulated bank. */

const apiKey = 'sandbox-api-key-of-virtual-accounts';

let folder: string;
let sandbox: Sandbox;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-virtual-'));
  const webhookSecret = 'sandbox-webhook-secret-of-virtual-accounts';
  sandbox = await startSandbox({ port: 0, dataFolder: folder, apiKey, webhookSecret });
  const connector = { apiUrl: sandbox.url, apiKey, webhookSecret };
  const rates = { kind: 'static', base: 'EUR', table: { IDR: '18000' } };
  server = await startTestServer({}, { brand: { connectors: { sandbox: connector }, rates } });
  const method = buildMethod('bca', {
    category: 'bankTransfer',
    cardViewType: 8,
    amount_rules: { IDR: { min: '50000', max: '100000000' } },
    countries: ['id'],
  });
  const catalog = { ...server.core.catalogOf('kassa'), methods: [method] };
  server.core.catalogOf = () => catalog;
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const paymentSchema = z.object({ transfer: z.object({ accountNumber: z.string() }) });

async function begin() {
  const token = await server.token({ playerId: uuidv7(), country: 'id', currency: 'IDR' });
  const order = { amount: '250000', currency: 'IDR', paymentType: 'bca' };
  const { body } = await server.call('deposit-create', order, { token });
  const depositId: string = body.depositId;
  const payment = await fetch(`${sandbox.url}/v1/payments?merchantReference=${depositId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return {
    body,
    account: paymentSchema.parse(await payment.json()).transfer.accountNumber,
    status: async () =>
      (await server.call('deposit-status', { depositId, paymentMethod: 'bca' }, { token })).body,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
  };
}

async function pay(account: string, action: string) {
  const fields = { account, amount: '250000', currency: 'IDR', text: '', payerName: 'Sam Sample' };
  const body = new URLSearchParams({ ...fields, action });
  expect((await fetch(`${sandbox.url}/bank`, { method: 'POST', body })).status).toBe(200);
}

test('the account reaches the browser in an envelope only', async () => {
  const { body, account } = await begin();
  expect(body.apiResponse.data).toMatchObject({
    payment_amount: '250000.00',
    payment_currency: 'IDR',
    lifetime: 900,
    card: { encoded: { encryptedText: expect.any(String) } },
  });
  expect(JSON.stringify(body)).not.toContain(account);
});

test.each([
  ['pay', '250000'],
  ['pay-less', '125000'],
])('the button %s of the bank credits %s', async (action, credited) => {
  const { account, status, balance } = await begin();
  const before = Number(await balance());
  await pay(account, action);
  await expect.poll(status).toMatchObject({ status: 'PAYED' });
  expect(Number(await balance()) - before).toBe(Number(credited));
});
