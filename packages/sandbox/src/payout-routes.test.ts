import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import {
  makeDataFolder,
  payoutRequest,
  startTestSandbox,
  type TestSandbox,
} from './testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox({ timing: { payoutStepMs: 1 } });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const dayMs = 24 * 60 * 60 * 1000;

const create = (part: object = {}) =>
  sandbox.post('/v1/payouts', { ...payoutRequest, webhookUrl: merchant.webhookUrl, ...part });
const find = async (reference = 'wd-1') =>
  (await sandbox.call('GET', `/v1/payouts?merchantReference=${reference}`)).json();
const nextStatus = async () => (await merchant.next()).content.status;

describe('creating a payout', () => {
  it('returns the same payout for the same reference and body, and rejects another body', async () => {
    await sandbox.behave({ payoutOutcome: 'undecided' });
    const first = await create();
    expect(first).toMatchObject({
      status: 201,
      body: { merchantReference: 'wd-1', status: 'pending', amount: '20.00', paidAmount: null },
    });
    expect(await create()).toEqual({ status: 200, body: first.body });
    expect((await create({ amount: '21.00' })).status).toBe(409);
    expect(await find()).toEqual(first.body);
  });

  it('never shows its destination', async () => {
    await create();
    expect(JSON.stringify(await find())).not.toContain(payoutRequest.destination.iban);
    expect((await merchant.next()).rawBody).not.toContain(payoutRequest.destination.iban);
  });

  it.each([{ amount: '0' }, { currency: 'eur' }, { destination: 'iban' }, { webhookUrl: 'x' }])(
    'rejects %j',
    async (part) => expect((await create(part)).status).toBe(400),
  );

  it('charges the configured fee', async () => {
    await sandbox.behave({ feePercent: '2' });
    expect((await create()).body.fee).toBe('0.40');
  });

  it('responds with 404 to an unknown id or reference', async () => {
    for (const path of ['/v1/payouts/out_unknown', '/v1/payouts?merchantReference=unknown']) {
      const response = await sandbox.call('GET', path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'payout.notFound' } });
    }
  });
});

describe('a payout', () => {
  it('is completed by itself after a delay', async () => {
    expect((await create()).body.status).toBe('pending');
    expect(await nextStatus()).toBe('completed');
    expect(await find()).toMatchObject({ status: 'completed' });
  });

  it('is completed at once, fails, or is returned, as configured', async () => {
    await sandbox.behave({ payoutOutcome: 'completed-at-once' });
    expect((await create()).body.status).toBe('completed');
    expect(await nextStatus()).toBe('completed');
    await sandbox.behave({ payoutOutcome: 'failed' });
    await create({ merchantReference: 'wd-2' });
    expect(await nextStatus()).toBe('failed');
    await sandbox.behave({ payoutOutcome: 'returned' });
    await create({ merchantReference: 'wd-3' });
    expect([await nextStatus(), await nextStatus()].sort()).toEqual(['completed', 'returned']);
    expect(await find('wd-3')).toMatchObject({ status: 'returned' });
  });

  it('hangs once it is sent, until a decision', async () => {
    await sandbox.behave({ payoutOutcome: 'hangs' });
    const { id } = (await create()).body;
    expect(await nextStatus()).toBe('sent');
    await sandbox.post('/v1/clock', { advanceMs: 30 * dayMs });
    expect(await find()).toMatchObject({ status: 'sent' });
    await sandbox.post(`/v1/payouts/${id}/decide`, { status: 'failed' });
    expect(await nextStatus()).toBe('failed');
  });

  it('is late: accepted after the time of a client, and completed then', async () => {
    await sandbox.close();
    sandbox = await startTestSandbox({ timing: { slowAnswerMs: 3_600_000 } });
    await sandbox.behave({ payoutOutcome: 'late' });
    void create().catch(() => undefined);
    await expect.poll(() => find()).toMatchObject({ status: 'pending' });
    await sandbox.post('/v1/clock', { advanceMs: 3_600_000 });
    expect(await find()).toMatchObject({ status: 'pending' });
    await sandbox.post('/v1/clock', { advanceMs: 2_000 });
    expect(await find()).toMatchObject({ status: 'completed' });
  });

  it('is returned three days after its completion', async () => {
    await sandbox.behave({ payoutOutcome: 'returned-later' });
    await create();
    expect(await nextStatus()).toBe('completed');
    await sandbox.post('/v1/clock', { advanceMs: 3 * dayMs - 60_000 });
    expect(await find()).toMatchObject({ status: 'completed' });
    await sandbox.post('/v1/clock', { advanceMs: 60_000 });
    expect(await find()).toMatchObject({ status: 'returned' });
    expect(await nextStatus()).toBe('returned');
  });

  it('allows only valid status changes', async () => {
    await sandbox.behave({ payoutOutcome: 'undecided' });
    const { id } = (await create()).body;
    const decide = async (status: string) =>
      (await sandbox.post(`/v1/payouts/${id}/decide`, { status })).status;
    expect(await decide('returned')).toBe(409);
    expect(await decide('sent')).toBe(200);
    expect(await decide('sent')).toBe(200);
    expect(await decide('completed')).toBe(200);
    expect(await decide('failed')).toBe(409);
    expect(await decide('returned')).toBe(200);
    expect(await decide('completed')).toBe(409);
    expect(await decide('grumpy')).toBe(400);
    const told = [await nextStatus(), await nextStatus(), await nextStatus()];
    expect(told.sort()).toEqual(['completed', 'returned', 'sent']);
  });

  it('is paid as requested, or as a decision says, also after a restart', async () => {
    const dataFolder = makeDataFolder();
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    await sandbox.behave({ payoutOutcome: 'undecided' });
    const decide = async (reference: string, money: object) => {
      const { id } = (await create({ merchantReference: reference })).body;
      await sandbox.post(`/v1/payouts/${id}/decide`, { status: 'completed', ...money });
      return (await merchant.next()).content;
    };
    const asked = { amount: '20.00', currency: 'EUR' };
    const whole = { ...asked, paidAmount: '20.00', paidCurrency: 'EUR' };
    const other = { ...asked, paidAmount: '1.00', paidCurrency: 'JPY' };
    expect(await decide('wd-1', {})).toMatchObject(whole);
    const news = await decide('wd-2', { paidAmount: '1.00', paidCurrency: 'JPY' });
    expect(news).toMatchObject(other);
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    expect(await find('wd-1')).toMatchObject(whole);
    expect(await find('wd-2')).toMatchObject(other);
  });

  it('is completed even after a restart', async () => {
    const dataFolder = makeDataFolder();
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder, timing: { payoutStepMs: 200 } });
    const { id } = (await create()).body;
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    expect(await nextStatus()).toBe('completed');
    expect(await find()).toMatchObject({ id, status: 'completed' });
  });
});
