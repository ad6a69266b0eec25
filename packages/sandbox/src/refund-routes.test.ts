import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import { makeDataFolder, startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox({ timing: { payoutStepMs: 1 } });
  await sandbox.behave({ refundOutcome: 'undecided' });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

/** Creates a payment of 50 EUR that was paid, and whose notification arrived. */
async function pay(): Promise<string> {
  const { id } = await sandbox.create({ webhookUrl: merchant.webhookUrl });
  await sandbox.post(`/v1/payments/${id}/approve`);
  await merchant.next();
  return id;
}

const refund = (receiptId: string, part: object = {}) =>
  sandbox.post('/v1/refunds', {
    merchantReference: 'refund-1',
    receiptId,
    kind: 'refund',
    amount: '20.00',
    currency: 'EUR',
    webhookUrl: merchant.webhookUrl,
    ...part,
  });
const find = async () =>
  foundSchema.parse(
    await (await sandbox.call('GET', '/v1/refunds?merchantReference=refund-1')).json(),
  );
const foundSchema = z.looseObject({ id: z.string() });
const decide = (id: string | undefined, status: string) =>
  sandbox.post(`/v1/refunds/${id}/decide`, { status });

describe('creating a refund', () => {
  it('returns the same refund for the same reference and body, and rejects another body', async () => {
    const receiptId = await pay();
    const first = await refund(receiptId);
    expect(first).toMatchObject({
      status: 201,
      body: { merchantReference: 'refund-1', paymentReference: 'dep-1', status: 'pending' },
    });
    expect(await refund(receiptId)).toEqual({ status: 200, body: first.body });
    expect((await refund(receiptId, { amount: '21.00' })).status).toBe(409);
    expect(await find()).toEqual(first.body);
  });

  it('is impossible above what is left of the receipt; pending refunds count', async () => {
    const receiptId = await pay();
    await refund(receiptId, { amount: '40.00' });
    const above = { merchantReference: 'refund-2', amount: '10.01' };
    expect((await refund(receiptId, above)).status).toBe(422);
    const reversal = { kind: 'chargeback', amount: '10.01' };
    expect((await sandbox.post(`/v1/payments/${receiptId}/reversals`, reversal)).status).toBe(409);
    await decide((await find()).id, 'failed');
    expect((await refund(receiptId, above)).status).toBe(201);
  });

  it.each([
    [{ receiptId: 'unknown' }, 404],
    [{ currency: 'USD' }, 422],
    [{ amount: '0' }, 400],
    [{ kind: 'gift' }, 400],
  ])('rejects %j', async (part, status) => {
    expect((await refund(await pay(), part)).status).toBe(status);
  });

  it('voids a whole receipt only, until that is impossible', async () => {
    const receiptId = await pay();
    expect((await refund(receiptId, { kind: 'void' })).status).toBe(422);
    const whole = { kind: 'void', amount: '50' };
    await sandbox.behave({ void: 'impossible' });
    expect((await refund(receiptId, whole)).status).toBe(422);
    await sandbox.behave({ void: 'possible' });
    expect((await refund(receiptId, whole)).status).toBe(201);
  });

  it('misbehaves as configured', async () => {
    const receiptId = await pay();
    await sandbox.behave({ refund: 'unavailable' });
    expect((await refund(receiptId)).status).toBe(503);
    expect((await sandbox.call('GET', '/v1/refunds?merchantReference=refund-1')).status).toBe(404);
    await sandbox.behave({ refund: 'broken' });
    expect((await refund(receiptId)).status).toBe(500);
    expect(await find()).toMatchObject({ status: 'pending' });
  });
});

describe('a refund', () => {
  it('that is completed is a reversal of its receipt, and has one notification', async () => {
    const receiptId = await pay();
    const { id } = (await refund(receiptId)).body;
    expect((await decide(id, 'completed')).status).toBe(200);
    expect((await decide(id, 'failed')).status).toBe(409);
    const told = await merchant.next();
    expect(told.notification.type).toBe('refund.updated');
    expect(told.content).toMatchObject({ id, status: 'completed', refundedAmount: '20.00' });
    expect(await sandbox.get(receiptId)).toMatchObject({
      reversals: [{ id, kind: 'refund', amount: '20.00', refundReference: 'refund-1' }],
    });
  });

  it.each([['completed'], ['failed']])('is %s by itself, also after a restart', async (outcome) => {
    const dataFolder = makeDataFolder();
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder, timing: { payoutStepMs: 200 } });
    await sandbox.behave({ refundOutcome: outcome });
    await refund(await pay());
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    expect((await merchant.next()).content).toMatchObject({ status: outcome });
    expect(await find()).toMatchObject({ status: outcome });
  });

  it('is completed at once, as configured', async () => {
    await sandbox.behave({ refundOutcome: 'completed-at-once' });
    const { body } = await refund(await pay());
    expect(body).toMatchObject({ status: 'completed', refundedAmount: '20.00' });
  });
});
