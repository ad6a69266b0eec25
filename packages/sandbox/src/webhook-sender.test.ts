import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Merchant, type Received, startMerchant } from './testing/merchant.ts';
import {
  makeDataFolder,
  passTime,
  startTestSandbox,
  type TestSandbox,
  webhookSecret,
} from './testing/sandbox-client.ts';

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

async function approve(merchantReference = 'dep-1'): Promise<string> {
  const { webhookUrl } = merchant;
  const { id } = await sandbox.create({ webhookUrl, merchantReference });
  await sandbox.call('POST', `/v1/payments/${id}/approve`);
  return id;
}

/** Verifies a signature like a merchant would, without the code that made it. */
function isSigned({ headers, rawBody }: Received): boolean {
  const [, seconds, hash] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['sandbox-signature'])) ?? [];
  const expected = createHmac('sha256', webhookSecret)
    .update(`${seconds}.${rawBody}`)
    .digest('hex');
  return hash === expected && Math.abs(Date.now() / 1000 - Number(seconds)) < 60;
}

it('notifies the merchant of a decision, signed', async () => {
  const id = await approve();
  const received = await merchant.next();
  expect(isSigned(received)).toBe(true);
  expect(received.headers['sandbox-event-id']).toBe(received.notification.eventId);
  expect(received.notification.type).toBe('payment.updated');
  expect(received.content).toEqual({
    id,
    merchantReference: 'dep-1',
    status: 'approved',
    declineReason: null,
    amount: '50.00',
    currency: 'EUR',
    paidAmount: '50.00',
    paidCurrency: 'EUR',
    fee: null,
    instrument: expect.objectContaining({ kind: 'card', payerName: 'Felix Krüger' }),
  });
});

it('retries until the merchant accepts', async () => {
  merchant.answerWith(500, 302, 404, 200);
  await approve();
  const attempts = [
    await merchant.next(),
    await merchant.next(),
    await merchant.next(),
    await merchant.next(),
  ];
  expect(new Set(attempts.map(({ notification }) => notification.eventId)).size).toBe(1);
  // A fifth attempt would arrive before the next payment's notification.
  await approve('dep-2');
  expect((await merchant.next()).content.merchantReference).toBe('dep-2');
});

it('loses notifications if configured', async () => {
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'lost' });
  const lost = await approve();
  expect(await sandbox.get(lost)).toMatchObject({ status: 'approved' });
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'normal' });
  await approve('dep-2');
  expect((await merchant.next()).content.merchantReference).toBe('dep-2');
});

it('notifies twice with one event id if configured', async () => {
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'duplicate' });
  await approve();
  const [first, second] = [await merchant.next(), await merchant.next()];
  expect(second.notification).toEqual(first.notification);
});

it('delays notifications if configured', async () => {
  const dataFolder = makeDataFolder();
  const next = async () => (await merchant.next()).content.merchantReference;
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder, timing: { webhookDelayMs: 3_600_000 } });
  await sandbox.behave({ webhook: 'delayed' });
  await approve();
  await sandbox.behave({ webhook: 'normal' });
  await approve('dep-2');
  expect(await next()).toBe('dep-2');
  await sandbox.close();
  passTime(dataFolder);
  sandbox = await startTestSandbox({ dataFolder });
  expect(await next()).toBe('dep-1');
});

it('swaps each two notifications if configured', async () => {
  await sandbox.close();
  sandbox = await startTestSandbox({ timing: { webhookDelayMs: 3_600_000 } });
  await sandbox.behave({ webhook: 'reordered' });
  const next = async () => (await merchant.next()).content.merchantReference;
  await approve('dep-1');
  await approve('dep-2');
  expect([await next(), await next()]).toEqual(['dep-2', 'dep-1']);
  await approve('dep-3');
  await approve('dep-4');
  expect([await next(), await next()]).toEqual(['dep-4', 'dep-3']);
});

it('sends a delayed notification even after a restart, or if no other follows', async () => {
  const dataFolder = makeDataFolder();
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder, timing: { webhookDelayMs: 100 } });
  await sandbox.behave({ webhook: 'reordered' });
  await approve();
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder });
  expect((await merchant.next()).content.merchantReference).toBe('dep-1');
});

it('signs wrongly if configured, and correctly again afterwards', async () => {
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'wrong-signature' });
  merchant.answerWith(401);
  await approve();
  expect(isSigned(await merchant.next())).toBe(false);
  await merchant.next();

  merchant.answerWith(...Array<number>(1000).fill(401));
  await approve('dep-2');
  await merchant.next();
  await sandbox.call('POST', '/v1/behaviours', { webhook: 'normal' });
  await expect.poll(async () => isSigned(await merchant.next())).toBe(true);
});

it('sends undelivered notifications after a restart', async () => {
  const dataFolder = makeDataFolder();
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder, timing: { firstRetryMs: 3_600_000 } });
  merchant.answerWith(503);
  const id = await approve();
  const before = await merchant.next();

  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder });
  const after = await merchant.next();
  expect(after.notification).toEqual(before.notification);
  expect(await sandbox.get(id)).toMatchObject({ status: 'approved', paidAmount: '50.00' });
});

it('drops a notification that is too old', async () => {
  await sandbox.close();
  sandbox = await startTestSandbox({ timing: { giveUpAfterMs: 0 } });
  merchant.answerWith(500);
  await approve();
  await merchant.next();
  await approve('dep-2');
  expect((await merchant.next()).content.merchantReference).toBe('dep-2');
});
