import { createDecipheriv } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CardEnvelope, payeeSchema, writeUpiLink } from '@kassa/contract';
import { type Sandbox, startSandbox } from '@kassa/sandbox';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { buildAccounts } from '../../brands/accounts.ts';
import { checkLedger } from '../../money/ledger/check-ledger.ts';
import { addRequisite } from '../../money/requisites/add-requisite.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { buildRequisite } from '../../testing/build-requisite.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/* Deposits by UPI: the whole server, and a payer at the simulated bank. */

const apiKey = 'sandbox-api-key-of-upi-deposits';

let folder: string;
let sandbox: Sandbox;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-upi-'));
  const webhookSecret = 'sandbox-webhook-secret-of-upi-deposits';
  sandbox = await startSandbox({ port: 0, dataFolder: folder, apiKey, webhookSecret });
  const connector = { apiUrl: sandbox.url, apiKey, webhookSecret };
  const rates = { kind: 'static', base: 'EUR', table: { INR: '100' } };
  server = await startTestServer({}, { brand: { connectors: { sandbox: connector }, rates } });
  const { core } = server;
  const pool = { connector: 'requisites', settings: {} };
  for (const account of buildAccounts({ accounts: { own: pool } }, false).accounts.values()) {
    core.brands.get('kassa')?.accounts.set(account.name, account);
  }
  const upi = {
    category: 'upi',
    cardViewType: 3,
    amount_rules: { INR: { min: '500', max: '200000' } },
    countries: ['in'],
  };
  const methods = [
    buildMethod('upi_transfer', { ...upi, isPreparationRequired: true }),
    buildMethod('upi_own', { ...upi, routes: [{ account: 'own' }] }),
  ];
  const catalog = { ...core.catalogOf('kassa'), methods };
  core.catalogOf = () => catalog;
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true });
});

const payerAddress = 'asha.rao@okbank';

async function begin(paymentType = 'upi_transfer', fields: object | null = { payerAddress }) {
  const token = await server.token({ playerId: uuidv7(), country: 'in', currency: 'INR' });
  const order = { amount: '1003.50', currency: 'INR', paymentType, ...(fields && { fields }) };
  const { status, body } = await server.call('deposit-create', order, { token });
  const depositId: string = body.depositId;
  const ask = (name: 'deposit-complete' | 'deposit-status', part: object = {}) =>
    server.call(name, { depositId, paymentMethod: paymentType, ...part }, { token });
  return {
    status,
    body,
    depositId,
    data: body.apiResponse?.data,
    complete: (part: object) => ask('deposit-complete', part),
    state: async () => (await ask('deposit-status')).body,
    balance: async () =>
      (await server.call('user-get', {}, { token })).body.balanceData.primary.amount,
  };
}

/** Opens the account as the browser does. */
function open({ encoded }: { encoded: CardEnvelope }, depositId: string) {
  const bytes = (text: string) => Buffer.from(text, 'base64');
  const cipher = createDecipheriv('aes-256-gcm', bytes(encoded.key), bytes(encoded.iv));
  cipher.setAAD(Buffer.from(depositId)).setAuthTag(bytes(encoded.tag));
  const text = Buffer.concat([cipher.update(bytes(encoded.encryptedText)), cipher.final()]);
  return payeeSchema.parse(JSON.parse(text.toString()));
}

async function pay(account: string, text: string) {
  const fields = { account, amount: '1003.50', currency: 'INR', text, payerName: 'Sam Sample' };
  const body = new URLSearchParams({ ...fields, action: 'pay' });
  expect((await fetch(`${sandbox.url}/bank`, { method: 'POST', body })).status).toBe(200);
}

const paymentSchema = z.object({ id: z.string() });

/** Returns what the provider's operator reads about a deposit. */
async function readConsole(depositId: string): Promise<string> {
  const payment = await fetch(`${sandbox.url}/v1/payments?merchantReference=${depositId}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const { id } = paymentSchema.parse(await payment.json());
  return (await fetch(`${sandbox.url}/payments/${id}`)).text();
}

describe('a deposit by UPI', () => {
  test('is paid to its address, confirmed with the UTR, and credited by the notification', async () => {
    const { body, data, depositId, complete, state, balance } = await begin();
    expect(data).toMatchObject({ payment_amount: '1003.50', payment_currency: 'INR' });
    expect(data.inputFields).toMatchObject([{ name: 'utr' }]);
    const { vpa = '', transaction_description: text = '', ...rest } = open(data.card, depositId);
    expect(rest).toEqual({ fullName: 'Sandbox Pay', country_code: 'IN' });
    expect(JSON.stringify(body)).not.toContain(vpa);

    expect(await complete({ fields: { utr: ' 412345678901 ' } })).toMatchObject({ status: 200 });
    expect(await state()).toMatchObject({ status: 'PENDING' });
    expect(Number(await balance())).toBe(0);
    expect(await readConsole(depositId)).toContain('412345678901');

    await pay(vpa, text);
    await expect.poll(state).toMatchObject({ status: 'PAYED' });
    expect(Number(await balance())).toBe(1003.5);
  });

  test.each(['4123-4567-8901', '४१२३४५६७८९०१'])('takes the UTR %s in its one form', async (utr) => {
    const { depositId, complete } = await begin();
    expect(await complete({ fields: { utr } })).toMatchObject({ status: 200 });
    expect(await readConsole(depositId)).toContain('412345678901');
  });

  test.each(['41234567890', '4123456789012', 'SBIN41234567'])(
    'refuses the UTR %s, and can still be confirmed',
    async (utr) => {
      const { complete, state, depositId } = await begin();
      expect(await complete({ fields: { utr } })).toMatchObject({
        status: 422,
        body: {
          error: {
            code: 'banking.paymentMethodRegex',
            params: { field: 'utr', problem: 'rule' },
          },
        },
      });
      expect(await state()).toMatchObject({ status: 'PENDING' });
      expect(await readConsole(depositId)).toContain('has said nothing');
      expect((await complete({ fields: { utr: '412345678901' } })).status).toBe(200);
      expect(await readConsole(depositId)).toContain('412345678901');
    },
  );

  test('needs a UTR to be confirmed', async () => {
    const { complete } = await begin();
    expect(await complete({})).toMatchObject({
      status: 422,
      body: { error: { params: { field: 'utr', problem: 'missing' } } },
    });
  });

  test.each(['asha', 'asha@mail.example', 'asha@@okbank'])(
    'isn’t created for the payer %s, which is no address',
    async (wrong) => {
      const { status, body } = await begin('upi_transfer', { payerAddress: wrong });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'banking.paymentMethodRegex',
        params: { field: 'payerAddress' },
      });
    },
  );
});

test('an address of the operator’s own pool gives the same invoice, and asks for nothing', async () => {
  const { core } = server;
  await core.db.transaction().execute((tx) =>
    addRequisite(
      core,
      tx,
      'kassa',
      buildRequisite({
        account: 'own',
        kind: 'vpa',
        country: 'in',
        currency: 'INR',
        methods: ['upi_own'],
        owner: 'Northline Payments',
        payee: { vpa: 'northline@okaxis', fullName: 'Northline Payments', country_code: 'in' },
        has_reference: true,
      }),
    ),
  );
  const { data, depositId, body, complete, state } = await begin('upi_own', null);
  expect(data).not.toHaveProperty('inputFields');
  const { vpa = '', fullName = '', transaction_description = '' } = open(data.card, depositId);
  expect([vpa, transaction_description]).toEqual(['northline@okaxis', body.reference]);
  const amount = { amount: data.payment_amount, currency: data.payment_currency };
  expect(writeUpiLink({ vpa, name: fullName, amount, reference: transaction_description })).toMatch(
    /^upi:\/\/pay\?pa=northline@okaxis&.*&am=1003\.50&cu=INR$/,
  );
  expect((await complete({})).status).toBe(200);
  expect(await state()).toMatchObject({ status: 'PENDING' });
});
