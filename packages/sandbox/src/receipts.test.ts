import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import { startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

const receiptsSchema = z.looseObject({
  receipts: z.array(z.looseObject({ instrument: z.looseObject({}) })),
});

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

describe('receipts', () => {
  it('have their own ids; the first has the payment’s id and approves it', async () => {
    const id = await createPayment();
    const first = await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '20' });
    expect(first).toMatchObject({ status: 201, body: { id, amount: '20', currency: 'EUR' } });
    expect((await merchant.next()).notification).toMatchObject({
      type: 'payment.updated',
      payment: { id, status: 'approved', paidAmount: '20' },
    });

    const second = await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '30.00' });
    expect(second.body.id).not.toBe(id);
    expect((await merchant.next()).notification).toMatchObject({
      type: 'receipt.created',
      receipt: { id: second.body.id, paymentId: id, merchantReference: 'dep-1', amount: '30.00' },
    });
    expect(await sandbox.get(id)).toMatchObject({
      status: 'approved',
      paidAmount: '20',
      receipts: [first.body, second.body],
    });
  });

  it('name the same instrument of a customer and method, or another one', async () => {
    const instrumentsOf = async (merchantReference: string, part: object = {}) => {
      const request = { merchantReference, customerId: 'ada', webhookUrl: merchant.webhookUrl };
      const { id } = await sandbox.create({ ...request, ...part });
      await sandbox.post(`/v1/payments/${id}/approve`);
      const other = { payerName: 'Eve', token: null };
      await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '1', instrument: other });
      const { receipts } = receiptsSchema.parse(await sandbox.get(id));
      return receipts.map(({ instrument }) => instrument);
    };
    const [card, eves] = await instrumentsOf('dep-1');
    expect(card).toEqual({
      kind: 'card',
      token: expect.stringMatching(/^card_[a-z]{24}$/),
      masked: expect.stringMatching(/^(Visa )?•••• \d{4}$/),
      payerName: expect.stringMatching(/^\p{L}+ \p{L}+$/u),
    });
    expect(eves).toEqual({ ...card, payerName: 'Eve', token: null });
    expect((await merchant.next()).content).toMatchObject({ instrument: card });
    expect((await instrumentsOf('dep-2'))[0]).toEqual(card);
    const [account] = await instrumentsOf('dep-3', { method: 'bank' });
    const { payerName } = card ?? {};
    expect(account).toMatchObject({ kind: 'bankAccount', payerName });
    expect(account?.token).toMatch(/^acc_/);
  });

  it.each(['decline', 'cancel'])('may arrive late, after a %s', async (act) => {
    const id = await createPayment();
    await sandbox.post(`/v1/payments/${id}/${act}`);
    await merchant.next();
    await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '50.00' });
    expect((await merchant.next()).content).toMatchObject({ id, status: 'approved' });
  });

  it('may be in another currency', async () => {
    const id = await createPayment();
    await sandbox.post(`/v1/payments/${id}/approve`, { paidAmount: '55', paidCurrency: 'USD' });
    expect((await merchant.next()).content).toMatchObject({
      currency: 'EUR',
      paidAmount: '55',
      paidCurrency: 'USD',
    });
  });

  it('have the configured fee, or their own', async () => {
    await sandbox.behave({ feePercent: '1.5' });
    const id = await createPayment();
    await sandbox.post(`/v1/payments/${id}/approve`);
    expect((await merchant.next()).content).toMatchObject({ paidAmount: '50.00', fee: '0.75' });
    const own = await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '10.00', fee: '0.30' });
    expect(own.body).toMatchObject({ amount: '10.00', fee: '0.30' });
  });

  it.each([{}, { amount: '0' }, { amount: 5 }, { amount: '5', currency: '€' }])(
    'are rejected as %j',
    async (body) => {
      const id = await createPayment();
      expect((await sandbox.post(`/v1/payments/${id}/receipts`, body)).status).toBe(400);
      expect(await sandbox.get(id)).toMatchObject({ status: 'pending', receipts: [] });
    },
  );
});

describe('reversals', () => {
  it.each(['chargeback', 'refund', 'reversal'])('reverse a receipt as a %s', async (kind) => {
    const id = await createPayment();
    await sandbox.post(`/v1/payments/${id}/approve`);
    await merchant.next();
    const { status, body } = await sandbox.post(`/v1/payments/${id}/reversals`, { kind });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind, receiptId: id, amount: '50.00', currency: 'EUR' });
    const { notification, content } = await merchant.next();
    expect(notification.type).toBe('reversal.created');
    expect(content).toEqual(body);
    expect(await sandbox.get(id)).toMatchObject({ status: 'approved', reversals: [body] });
  });

  it('take back part by part of one receipt, and no more than its amount', async () => {
    const id = await createPayment();
    await sandbox.post(`/v1/payments/${id}/approve`);
    const { body: second } = await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '7' });
    const refund = (part: object) =>
      sandbox.post(`/v1/payments/${id}/reversals`, { kind: 'refund', ...part });
    expect((await refund({ amount: '20.005' })).status).toBe(201);
    expect((await refund({ amount: '30' })).status).toBe(409);
    expect((await refund({})).body).toMatchObject({ amount: '29.995' });
    expect((await refund({})).status).toBe(409);
    expect((await refund({ receiptId: second.id })).body).toMatchObject({ amount: '7' });
    expect((await refund({ receiptId: 'rcp_unknown' })).status).toBe(409);
  });

  it('need received money', async () => {
    const id = await createPayment();
    const refund = () => sandbox.post(`/v1/payments/${id}/reversals`, { kind: 'refund' });
    expect((await refund()).status).toBe(409);
    expect((await sandbox.post('/v1/payments/none/reversals', { kind: 'refund' })).status).toBe(
      404,
    );
  });
});

describe('a merchant', () => {
  it('cancels a pending payment, also twice, but no finished one', async () => {
    const id = await createPayment();
    const cancel = () => sandbox.post(`/v1/payments/${id}/cancel`);
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'canceled' } });
    expect((await merchant.next()).content).toMatchObject({ id, status: 'canceled' });
    expect((await cancel()).status).toBe(200);
    expect((await sandbox.post(`/v1/payments/${id}/approve`)).status).toBe(409);

    const approved = (await sandbox.create({ merchantReference: 'dep-2' })).id;
    await sandbox.post(`/v1/payments/${approved}/approve`);
    expect((await sandbox.post(`/v1/payments/${approved}/cancel`)).status).toBe(409);
  });

  it('passes on the player’s claim, which decides nothing', async () => {
    const id = await createPayment();
    const path = `/v1/payments/${id}/complete`;
    expect((await sandbox.post(path, { confirmationId: 'utr-1' })).status).toBe(200);
    expect(await sandbox.get(id)).toMatchObject({
      status: 'pending',
      playerClaim: { confirmationId: 'utr-1' },
    });
    expect((await sandbox.post('/v1/payments/none/complete')).status).toBe(404);
  });
});
