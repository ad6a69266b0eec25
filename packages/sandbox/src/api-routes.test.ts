import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeDataFolder,
  paymentRequest,
  payoutRequest,
  startTestSandbox,
  type TestSandbox,
} from './testing/sandbox-client.ts';

let sandbox: TestSandbox;
let dataFolder: string;
beforeEach(async () => {
  dataFolder = makeDataFolder();
  sandbox = await startTestSandbox({ dataFolder, timing: { slowAnswerMs: 1 } });
});
afterEach(() => sandbox.close());

describe('creating a payment', () => {
  it('responds with a pending payment and the redirect for the player', async () => {
    const response = await sandbox.call('POST', '/v1/payments', paymentRequest);
    expect(response.status).toBe(201);
    const payment = await sandbox.readPayment(response);
    expect(payment).toMatchObject({
      merchantReference: 'dep-1',
      status: 'pending',
      amount: '50.00',
      currency: 'EUR',
      paidAmount: null,
    });
    expect(payment.redirect.url).toMatch(new RegExp(`^${sandbox.url}/pay/${payment.id}\\?token=`));
  });

  it('returns the same payment for the same reference and body, and rejects another body', async () => {
    const first = await sandbox.create();
    const again = await sandbox.call('POST', '/v1/payments', paymentRequest);
    expect(again.status).toBe(200);
    expect(await sandbox.readPayment(again)).toEqual(first);

    const other = await sandbox.call('POST', '/v1/payments', {
      ...paymentRequest,
      amount: '51.00',
    });
    expect(other.status).toBe(409);
    expect(await other.json()).toMatchObject({ error: { code: 'payment.conflict' } });
  });

  it('keeps of the customer only a mask, and shows it on the console', async () => {
    const customer = { country: 'de', locale: null, name: 'Zoë Müller', ipAddress: '203.0.113.7' };
    const { id } = await sandbox.readPayment(
      await sandbox.call('POST', '/v1/payments', { ...paymentRequest, customer }),
    );
    await sandbox.post('/v1/payouts', { ...payoutRequest, customer });
    const journal = readFileSync(join(dataFolder, 'journal.jsonl'), 'utf8');
    expect(journal.match(/"Z•••"/g)).toHaveLength(2);
    expect(journal).not.toMatch(/Zoë|203\.0/);
    expect(await (await fetch(`${sandbox.url}/payments/${id}`)).text()).toContain('de, 2•••, Z•••');
    // It identifies no payment: a repeat may say more of the customer.
    expect((await sandbox.call('POST', '/v1/payments', paymentRequest)).status).toBe(200);
  });

  it.each([
    ['amount', '0.00'],
    ['amount', '-5'],
    ['amount', '1e3'],
    ['amount', 50],
    ['currency', 'eur'],
    ['returnUrl', 'javascript:alert(1)'],
    ['webhookUrl', 'not an address'],
    ['merchantReference', ''],
    ['method', undefined],
  ])('rejects %s %j and names the field', async (field, value) => {
    const body = { ...paymentRequest, [field]: value };
    const response = await sandbox.call('POST', '/v1/payments', body);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`${field}: `);
  });

  it('rejects a wrong key', async () => {
    const response = await sandbox.call('POST', '/v1/payments', paymentRequest, 'wrong');
    expect(response.status).toBe(401);
  });
});

describe('reading a payment', () => {
  it('finds it by id and by reference', async () => {
    const payment = await sandbox.create();
    expect(await sandbox.get(payment.id)).toEqual(payment);
    const found = await sandbox.call('GET', '/v1/payments?merchantReference=dep-1');
    expect(await sandbox.readPayment(found)).toEqual(payment);
  });

  it.each(['/v1/payments/pay_unknown', '/v1/payments?merchantReference=unknown'])(
    'responds with 404 to %s',
    async (path) => {
      const response = await sandbox.call('GET', path);
      expect(response.status).toBe(404);
    },
  );
});

describe('deciding through the API', () => {
  it('approves the full amount, or the amount in the body', async () => {
    const full = await sandbox.create();
    await sandbox.call('POST', `/v1/payments/${full.id}/approve`);
    expect(await sandbox.get(full.id)).toMatchObject({ status: 'approved', paidAmount: '50.00' });

    const part = await sandbox.create({ merchantReference: 'dep-2' });
    await sandbox.call('POST', `/v1/payments/${part.id}/approve`, { paidAmount: '20.50' });
    expect(await sandbox.get(part.id)).toMatchObject({ status: 'approved', paidAmount: '20.50' });
  });

  it('accepts a repeated outcome, and rejects another one', async () => {
    const { id } = await sandbox.create();
    const decline = () => sandbox.call('POST', `/v1/payments/${id}/decline`);
    expect((await decline()).status).toBe(200);
    expect((await decline()).status).toBe(200);
    expect((await sandbox.call('POST', `/v1/payments/${id}/approve`)).status).toBe(409);
    expect(await sandbox.get(id)).toMatchObject({ status: 'declined', paidAmount: null });
  });
});

describe('behaviours of creating', () => {
  const behave = (create: string) => sandbox.call('POST', '/v1/behaviours', { create });
  const create = () => sandbox.call('POST', '/v1/payments', paymentRequest);
  const findCreated = () => sandbox.call('GET', '/v1/payments?merchantReference=dep-1');

  it('stay until changed, and can be read', async () => {
    await behave('unavailable');
    expect((await create()).status).toBe(503);
    expect((await create()).status).toBe(503);
    expect(await (await sandbox.call('GET', '/v1/behaviours')).json()).toMatchObject({
      create: 'unavailable',
      webhook: 'normal',
    });
    await behave('normal');
    expect((await create()).status).toBe(201);
  });

  it('rejects unknown values', async () => {
    expect((await behave('grumpy')).status).toBe(400);
  });

  it('declines with a text for the player and creates nothing', async () => {
    await behave('declined');
    const response = await create();
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({
      error: {
        code: 'declined',
        message: 'Your bank does not allow this payment',
        reason: 'not_permitted',
      },
    });
    expect((await findCreated()).status).toBe(404);
  });

  it('responds with HTML, though the payment was created', async () => {
    await behave('malformed');
    const response = await create();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    expect((await findCreated()).status).toBe(200);
  });

  it('limits the rate, and sends Retry-After', async () => {
    await behave('rate-limited');
    const response = await create();
    expect(response.status).toBe(429);
    expect(response.headers.get('retry-after')).toBe('5');
    expect((await findCreated()).status).toBe(404);
  });

  it('responds with 500, though the payment was created', async () => {
    await behave('broken');
    expect((await create()).status).toBe(500);
    expect((await findCreated()).status).toBe(200);
  });

  it('responds slowly, in the end with the payment', async () => {
    await behave('slow');
    expect(await sandbox.readPayment(await create())).toMatchObject({ status: 'pending' });
  });

  it('aborts a slow response when it stops', async () => {
    const patient = await startTestSandbox({ timing: { slowAnswerMs: 3_600_000 } });
    await patient.call('POST', '/v1/behaviours', { create: 'slow' });
    const answer = patient.create();
    await expect
      .poll(async () => (await patient.call('GET', '/v1/payments?merchantReference=dep-1')).status)
      .toBe(200);
    await patient.close();
    expect(await answer).toMatchObject({ status: 'pending' });
  });
});

describe('behaviours of the other requests', () => {
  it('affect those requests only', async () => {
    await sandbox.behave({ update: 'unavailable', payout: 'rate-limited', status: 'malformed' });
    const { id } = await sandbox.create();
    expect((await sandbox.post(`/v1/payments/${id}/complete`)).status).toBe(503);
    expect((await sandbox.post(`/v1/payments/${id}/cancel`)).status).toBe(503);
    expect((await sandbox.post('/v1/payouts', payoutRequest)).status).toBe(429);
    const asked = await sandbox.call('GET', `/v1/payments/${id}`);
    expect(asked.headers.get('content-type')).toContain('text/html');
    await sandbox.behave({ status: 'normal' });
    expect(await sandbox.get(id)).toMatchObject({ status: 'pending' });
    const found = await sandbox.call('GET', '/v1/payouts?merchantReference=wd-1');
    expect(found.status).toBe(404);
  });

  it.each(['malformed', 'broken'])('act though they respond %s', async (fault) => {
    await sandbox.behave({ update: fault, payout: fault });
    const { id } = await sandbox.create();
    await sandbox.call('POST', `/v1/payments/${id}/cancel`, {});
    expect(await sandbox.get(id)).toMatchObject({ status: 'canceled' });
    await sandbox.call('POST', '/v1/payouts', payoutRequest);
    const found = await sandbox.call('GET', '/v1/payouts?merchantReference=wd-1');
    expect(found.status).toBe(200);
  });
});

it('stops at once despite a connection without a request, and a client that left', async () => {
  const own = await startTestSandbox({ timing: { slowAnswerMs: 3_600_000 } });
  const silent = connect(Number(new URL(own.url).port), 'localhost');
  await once(silent, 'connect');
  await own.behave({ status: 'slow' });
  const answer = fetch(`${own.url}/v1/payments/any`, {
    headers: { authorization: 'Bearer test-api-key' },
    signal: AbortSignal.timeout(50),
  });
  await expect(answer).rejects.toThrow('timeout');
  await own.close();
  silent.destroy();
});

it('is healthy without a key', async () => {
  const response = await fetch(`${sandbox.url}/healthz`);
  expect(await response.json()).toEqual({ status: 'ok' });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

it('responds to malformed JSON with a clear error', async () => {
  const response = await fetch(`${sandbox.url}/v1/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer test-api-key', 'content-type': 'application/json' },
    body: '{"amount": ',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { code: 'request.invalid' } });
});
