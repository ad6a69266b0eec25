import { afterEach, beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import {
  makeDataFolder,
  paymentRequest,
  startTestSandbox,
  type TestSandbox,
  webhookSecret,
} from './testing/sandbox-client.ts';
import { signWebhook } from './webhook-signature.ts';

const otherKey = 'test-api-key.other';
const codeSchema = z.looseObject({ id: z.string(), code: z.object({ text: z.string() }) });

let dataFolder: string;
let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  dataFolder = makeDataFolder();
  merchant = await startMerchant();
  sandbox = await startTestSandbox({ dataFolder });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const create = (key: string, change: object = {}) =>
  sandbox.call('POST', '/v1/payments', { ...paymentRequest, ...change }, key);
const createOthers = async (change: object = {}) =>
  sandbox.readPayment(await create(otherKey, change));
const read = async (path: string, key: string) =>
  (await sandbox.call('GET', path, undefined, key)).json();
const pressOnPage = (path: string, fields: Record<string, string>) =>
  fetch(`${sandbox.url}${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });

it('isolates a merchant from another merchant’s faults', async () => {
  const faults = { create: 'unavailable', status: 'unavailable', webhook: 'lost' };
  await sandbox.call('POST', '/v1/behaviours', faults, otherKey);
  expect((await create(otherKey)).status).toBe(503);
  expect(await read('/v1/behaviours', otherKey)).toMatchObject(faults);

  const own = await sandbox.create({ webhookUrl: merchant.webhookUrl });
  expect(await read('/v1/behaviours', 'test-api-key')).toMatchObject({ create: 'normal' });
  expect((await sandbox.call('GET', `/v1/payments/${own.id}`)).status).toBe(200);
  await sandbox.call('POST', `/v1/payments/${own.id}/approve`);
  expect((await merchant.next()).content.id).toBe(own.id);
  expect((await create('test-api-key.third')).status).toBe(201);
});

it('shows a merchant none of another merchant’s data', async () => {
  const othersPayment = await createOthers();
  expect((await sandbox.call('GET', `/v1/payments/${othersPayment.id}`)).status).toBe(404);
  expect((await sandbox.call('POST', `/v1/payments/${othersPayment.id}/approve`)).status).toBe(404);
  const byReference = `/v1/payments?merchantReference=${othersPayment.merchantReference}`;
  expect((await sandbox.call('GET', byReference)).status).toBe(404);
  // The same reference names a different payment of this merchant.
  expect((await sandbox.create()).id).not.toBe(othersPayment.id);

  const today = () => new Date().toISOString().slice(0, 10);
  const before = today();
  await sandbox.call('POST', `/v1/payments/${othersPayment.id}/approve`, {}, otherKey);
  // Midnight may have passed since.
  const days = [before, today()];
  const settle = async (key: string) => {
    const ask = async (day: string) =>
      (await sandbox.call('GET', `/v1/settlements/${day}.csv`, undefined, key)).text();
    return (await Promise.all(days.map(ask))).join('');
  };
  expect(await settle(otherKey)).toContain(othersPayment.id);
  expect(await settle('test-api-key')).not.toContain(othersPayment.id);
});

it('signs with a separate secret per merchant', async () => {
  const { id } = await createOthers({ webhookUrl: merchant.webhookUrl });
  await sandbox.call('POST', `/v1/payments/${id}/approve`, {}, otherKey);
  const { headers, rawBody } = await merchant.next();
  const signature = String(headers['sandbox-signature']);
  const seconds = Number(/^t=(\d+)/.exec(signature)?.[1]);
  expect(signature).toBe(signWebhook(`${webhookSecret}.other`, seconds, rawBody));
});

it('shows every merchant’s payments on the provider’s pages', async () => {
  const own = await sandbox.create();
  const othersPayment = await createOthers();
  const list = await (await fetch(`${sandbox.url}/payments`)).text();
  expect(list.indexOf(othersPayment.id)).toBeLessThan(list.indexOf(own.id));
  await pressOnPage(`/payments/${othersPayment.id}`, { action: 'decline' });
  expect(await read(`/v1/payments/${othersPayment.id}`, otherKey)).toMatchObject({
    status: 'declined',
  });

  const paid = await createOthers({ merchantReference: 'dep-2' });
  const { pathname, search } = new URL(paid.redirect.url);
  expect((await pressOnPage(`${pathname}${search}`, { action: 'approve' })).status).toBe(303);
  expect(await read(`/v1/payments/${paid.id}`, otherKey)).toMatchObject({ status: 'approved' });
});

it('routes a Pix to the merchant of its code', async () => {
  const request = { amount: '80.00', currency: 'BRL', cardViewType: 6 };
  const { id, code } = codeSchema.parse(await (await create(otherKey, request)).json());
  await pressOnPage('/pix-bank', { code: code.text, action: 'pay' });
  expect(await read(`/v1/payments/${id}`, otherKey)).toMatchObject({ status: 'approved' });
});

it('restores merchants after a restart, with their faults and undelivered notifications', async () => {
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder, timing: { firstRetryMs: 3_600_000 } });
  await sandbox.call('POST', '/v1/behaviours', { feePercent: '1.5' }, otherKey);
  merchant.answerWith(500);
  const { id } = await createOthers({ webhookUrl: merchant.webhookUrl });
  await sandbox.call('POST', `/v1/payments/${id}/approve`, {}, otherKey);
  await merchant.next();
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder });
  expect((await merchant.next()).content.id).toBe(id);
  expect(await read('/v1/behaviours', otherKey)).toMatchObject({ feePercent: '1.5' });
  expect(await read(`/v1/payments/${id}`, otherKey)).toMatchObject({ status: 'approved' });
});

it.each([
  'wrong.other',
  'test-api-key.',
  'test-api-key.../up',
  'test-api-key.Other',
  'test-api-key.a.b',
])('rejects the key %s', async (key) => {
  expect((await create(key)).status).toBe(401);
});
