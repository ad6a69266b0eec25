import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Merchant, startMerchant } from '../testing/merchant.ts';
import {
  makeDataFolder,
  passTime,
  paymentRequest,
  startTestSandbox,
  type TestSandbox,
  webhookSecret,
} from '../testing/sandbox-client.ts';
import { signWebhook } from '../webhook-signature.ts';

interface Told {
  body: string;
  signature: string;
  id: string;
  transfers: unknown[];
}

const told: Told[] = [];
const answers: number[] = [];
/** The notification URL of an account's owner. */
const owner = createServer(async (request, response) => {
  const body = await text(request);
  const read = z
    .object({ id: z.string(), transfers: z.array(z.unknown()) })
    .parse(JSON.parse(body));
  told.push({ body, signature: String(request.headers['requisites-signature']), ...read });
  response.writeHead(answers.shift() ?? 200).end();
});

let sandbox: TestSandbox;
let dataFolder: string;
let bankWebhookUrl: string;
beforeEach(async () => {
  told.length = 0;
  answers.length = 0;
  owner.listen(0, '127.0.0.1');
  await once(owner, 'listening');
  const address = owner.address();
  bankWebhookUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  dataFolder = makeDataFolder();
  sandbox = await startTestSandbox({ dataFolder, bankWebhookUrl });
});
afterEach(async () => {
  await sandbox.close();
  owner.closeAllConnections();
  owner.close();
  await once(owner, 'close');
});

const order = {
  account: 'DE89 3704 0044 0532 0130 00',
  amount: '50.00',
  currency: 'EUR',
  text: 'KS-7Q2M-41XK',
  payerName: 'Zoë Sample',
};

/** Presses a button of the bank, and returns the page that follows. */
async function press(action: string, fields: Record<string, string> = {}) {
  const response = await fetch(`${sandbox.url}/bank`, {
    method: 'POST',
    body: new URLSearchParams({ ...order, action, ...fields }),
  });
  return {
    status: response.status,
    path: new URL(response.url).pathname,
    html: await response.text(),
  };
}

const open = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text();

const booked = (amount: string, part: object = {}) =>
  expect.objectContaining({
    account: 'DE89370400440532013000',
    amount,
    currency: 'EUR',
    text: 'KS-7Q2M-41XK',
    payerName: 'Zoë Sample',
    ...part,
  });

describe('a transfer to the operator’s account', () => {
  it('is notified with a signature, in the documented format', async () => {
    const { status, path, html } = await press('pay');
    expect([status, path]).toEqual([200, expect.stringMatching(/^\/bank\/orders\/ord_/)]);
    expect(html).toContain('Transfer sent');
    await expect.poll(() => told).toHaveLength(1);
    const { body, signature } = told[0] as Told;
    expect(JSON.parse(body)).toEqual({
      id: expect.stringMatching(/^ord_/),
      transfers: [
        {
          id: expect.stringMatching(/^TRF[0-9A-F]{16}$/),
          account: 'DE89370400440532013000',
          amount: '50.00',
          currency: 'EUR',
          bookedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          text: 'KS-7Q2M-41XK',
          payerName: 'Zoë Sample',
        },
      ],
    });
    const time = Number(/t=(\d+)/.exec(signature)?.[1]);
    expect(signature).toBe(signWebhook(webhookSecret, time, body));
    await expect.poll(() => open(path)).toContain('has been notified');
  });

  it.each([
    ['pay-less', [booked('25.00')]],
    ['pay-more', [booked('75.00')]],
    ['pay-twice', [booked('50.00'), booked('50.00')]],
    ['pay-wrong-account', [booked('50.00', { account: 'DE89370400440532013001' })]],
  ])('is sent as the button %s says', async (action, transfers) => {
    await press(action);
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]?.transfers).toEqual(transfers);
    const ids = z.array(z.object({ id: z.string() })).parse(told[0]?.transfers);
    expect(new Set(ids.map(({ id }) => id)).size).toBe(transfers.length);
  });

  it.each([
    ['pay.me@upi', 'pay.me@upx'],
    ['pay7.me@upi', 'pay8.me@upi'],
    ['4000 0000 0000 0009', '4000000000000000'],
    ['wallet-x', 'WALLETy'],
  ])('to %s by mistake goes to %s', async (account, wrong) => {
    await press('pay-wrong-account', { account });
    await expect.poll(() => told).toMatchObject([{ transfers: [{ account: wrong }] }]);
  });

  it('is not notified if the bank forgets it, and the page says so', async () => {
    const { html } = await press('pay-unannounced');
    expect(html).toContain('only its books have the transfer');
    await press('pay', { text: 'next' });
    await expect.poll(() => told).toMatchObject([{ transfers: [{ text: 'next' }] }]);
    expect(await open('/bank/statements')).toContain('2 transfers');
  });

  it('is notified late, also after a restart, and is in no statement before', async () => {
    const { path, html } = await press('pay-late', { delay: '3600' });
    expect(html).toContain('Transfer planned');
    expect(await open('/bank/statements')).toContain('Nothing has arrived');
    expect(told).toEqual([]);
    await sandbox.close();
    passTime(dataFolder);
    sandbox = await startTestSandbox({ dataFolder, bankWebhookUrl });
    await expect.poll(() => told).toHaveLength(1);
    expect(await open(path)).toContain('Bank’s id');
  });

  it('is notified again until it is accepted', async () => {
    answers.push(500, 404);
    const { path } = await press('pay');
    await expect.poll(() => told).toHaveLength(3);
    expect(new Set(told.map(({ body }) => body)).size).toBe(1);
    await expect.poll(() => open(path)).toContain('has been notified');
  });

  it('says that it waits while the owner rejects the notification', async () => {
    await sandbox.behave({ webhook: 'delayed' });
    const { html } = await press('pay');
    expect(html).toContain('has not accepted the notification yet');
  });

  it.each(['lost', 'duplicate'])('follows the behaviour %s of notifications', async (webhook) => {
    await sandbox.behave({ webhook });
    const { html } = await press('pay');
    if (webhook === 'lost') expect(html).toContain('told nobody');
    await sandbox.behave({ webhook: 'normal' });
    await press('pay', { text: 'last' });
    await expect.poll(() => told).toHaveLength(webhook === 'lost' ? 1 : 3);
  });

  it('goes to nobody if the operator has no notification URL', async () => {
    await sandbox.close();
    sandbox = await startTestSandbox({ dataFolder });
    const { html } = await press('pay');
    expect(html).toContain('no address is registered');
    expect(told).toEqual([]);
  });

  it('goes to the merchant that registered the account, signed with its secret', async () => {
    const body = { account: 'de89 3704 0044 0532 0130 00', webhookUrl: bankWebhookUrl };
    expect((await sandbox.call('PUT', '/bank/accounts', body, 'wrong')).status).toBe(401);
    const key = 'test-api-key.northwind';
    expect(
      (await sandbox.call('PUT', '/bank/accounts', { ...body, webhookUrl: 'ftp://x' }, key)).status,
    ).toBe(400);
    expect((await sandbox.call('PUT', '/bank/accounts', body, key)).status).toBe(204);
    await press('pay');
    await expect.poll(() => told).toHaveLength(1);
    const { signature, body: sent } = told[0] as Told;
    const time = Number(/t=(\d+)/.exec(signature)?.[1]);
    expect(signature).toBe(signWebhook(`${webhookSecret}.northwind`, time, sent));
  });
});

describe('the form', () => {
  it('is filled in by the address, and escapes it', async () => {
    const query = new URLSearchParams({ ...order, text: '"><script>alert(1)</script>' });
    const response = await fetch(`${sandbox.url}/bank?${query}`);
    const html = await response.text();
    expect(html).toContain('value="DE89 3704 0044 0532 0130 00"');
    expect(html).toContain('value="50.00"');
    expect(html).toContain('value="&quot;&gt;&lt;script&gt;');
    expect(html).not.toContain('<script');
    expect(response.headers.get('content-security-policy')).toContain(
      "default-src 'none'; style-src 'self'; form-action 'self'",
    );
    expect(html).toContain('Simulated');
  });

  it.each([
    [{ account: '' }, 'the account number'],
    [{ account: 'a'.repeat(60) }, 'the account number'],
    [{ account: '<b>12345</b>' }, 'the account number'],
    [{ amount: 'fifty' }, 'the amount'],
    [{ amount: '0.00' }, 'the amount'],
    [{ amount: '-5' }, 'the amount'],
    [{ currency: 'EURO' }, 'the currency'],
    [{ text: 'x'.repeat(141) }, 'the payment text'],
    [{ text: 'a\u0007b' }, 'the payment text'],
    [{ payerName: ' ' }, 'your name'],
    [{ action: 'steal' }, 'Press one of the buttons'],
    [{ action: 'pay-late', delay: '5' }, 'Press one of the buttons'],
  ])('rejects %j and names the place', async (fields, words) => {
    const { status, html } = await press('pay', fields);
    expect(status).toBe(422);
    expect(html).toContain(words);
    expect(html).toContain('KS-7Q2M-41XK'.slice(0, 'text' in fields ? 0 : 12));
    expect(told).toEqual([]);
    expect(await open('/bank/statements')).toContain('Nothing has arrived');
  });

  it('offers the name of somebody who has not paid yet, of the account’s country', async () => {
    const offered = async (query: string) =>
      /name="payerName" value="([^"]+)"/.exec(await open(`/bank?${query}`))?.[1] ?? '';
    const german = 'account=DE89370400440532013000';
    const first = await offered(german);
    expect(first).toMatch(/ (Becker|Hoffmann|Krüger|Lehmann|Vogel|Wolff)$/);
    expect(await offered(german)).toBe(first);
    await press('pay', { payerName: first });
    const second = await offered(german);
    expect(second).not.toBe(first);
    await press('pay', { payerName: second });
    expect([first, second]).not.toContain(await offered(german));
    expect(await offered('currency=pln')).toMatch(/ (Duda|Mazur|Nowak|Pawlak|Sikora|Wrona)$/);
    expect(await offered('payerName=Ada')).toBe('Ada');
  });

  it('takes an amount with spaces and a currency in small letters', async () => {
    await press('pay', { amount: ' 1 250.50 ', currency: 'eur', text: '' });
    await expect.poll(() => told).toHaveLength(1);
    expect(told[0]?.transfers).toEqual([
      expect.objectContaining({ amount: '1250.50', currency: 'EUR' }),
    ]);
    expect(told[0]?.transfers[0]).not.toHaveProperty('text');
  });

  it('is rejected from another site, and an unknown order is not found', async () => {
    const response = await fetch(`${sandbox.url}/bank`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ ...order, action: 'pay' }),
    });
    expect(response.status).toBe(403);
    expect((await fetch(`${sandbox.url}/bank/orders/ord_none`)).status).toBe(404);
  });

  it('lists the newest transfers without the account’s number', async () => {
    for (const amount of ['1.00', '2', '3', '4', '5', '6.00']) await press('pay', { amount });
    const html = await open('/bank');
    expect(html.match(/class="row"/g)).toHaveLength(5);
    expect(html).toContain('−€6.00');
    expect(html).not.toContain('−€1.00');
    expect(html).not.toContain('DE89370400440532013000');
  });
});

describe('a transfer into a virtual account', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await startMerchant();
  });
  afterEach(() => merchant.close());

  const transferSchema = z.object({ transfer: z.object({ accountNumber: z.string() }) });

  async function createVirtual(part: object = {}) {
    const request = {
      ...paymentRequest,
      webhookUrl: merchant.webhookUrl,
      cardViewType: 8,
      ...part,
    };
    const created = await sandbox.post('/v1/payments', request);
    const account = transferSchema.parse(created.body).transfer.accountNumber;
    return { id: created.body.id ?? '', account };
  }

  const receiptsOf = async (id: string) => {
    const payment = await (await sandbox.call('GET', `/v1/payments/${id}`)).json();
    return z
      .looseObject({ status: z.string(), receipts: z.array(z.looseObject({ amount: z.string() })) })
      .parse(payment);
  };

  it.each([
    ['pay', ['50.00']],
    ['pay-less', ['25.00']],
    ['pay-more', ['75.00']],
    ['pay-twice', ['50.00', '50.00']],
  ])('settles its payment: %s', async (action, amounts) => {
    const { id, account } = await createVirtual();
    const { html } = await press(action, { account });
    expect(html).toContain('which is paid now');
    const { status, receipts } = await receiptsOf(id);
    expect(status).toBe('approved');
    expect(receipts.map(({ amount }) => amount)).toEqual(amounts);
    expect(receipts[0]).toMatchObject({ instrument: { payerName: 'Zoë Sample' } });
    expect(receipts[0]).not.toHaveProperty('transferId');
    const { notification } = await merchant.next();
    expect(notification).toMatchObject({
      type: 'payment.updated',
      payment: { status: 'approved', paidAmount: amounts[0] },
    });
    // The account is the provider's, not the operator's.
    expect(told).toEqual([]);
    expect(await open('/bank/statements')).toContain('Nothing has arrived');
  });

  it('settles it late, exactly once, also after a restart and after it was canceled', async () => {
    const { id, account } = await createVirtual();
    await press('pay-late', { account, delay: '960' });
    await sandbox.call('POST', `/v1/payments/${id}/cancel`);
    expect(await receiptsOf(id)).toMatchObject({ status: 'canceled', receipts: [] });
    await sandbox.close();
    passTime(dataFolder);
    for (const _ of ['first', 'second']) {
      sandbox = await startTestSandbox({ dataFolder, bankWebhookUrl });
      expect((await receiptsOf(id)).receipts).toHaveLength(1);
      await sandbox.close();
    }
    sandbox = await startTestSandbox({ dataFolder, bankWebhookUrl });
    expect(await receiptsOf(id)).toMatchObject({ status: 'approved' });
  });

  it('leaves the payment pending if the number is wrong', async () => {
    const { id, account } = await createVirtual();
    await press('pay-wrong-account', { account });
    expect(await receiptsOf(id)).toMatchObject({ status: 'pending' });
    await expect.poll(() => told).toHaveLength(1);
  });

  it('settles it without a notification if the bank forgets that', async () => {
    const { id, account } = await createVirtual();
    await press('pay-unannounced', { account });
    expect(await receiptsOf(id)).toMatchObject({ status: 'approved' });
    await press('pay', { account, amount: '7.00' });
    expect((await merchant.next()).notification).toMatchObject({
      type: 'receipt.created',
      receipt: { amount: '7.00' },
    });
  });

  it('brings the amount without the payer’s fee', async () => {
    const { id, account } = await createVirtual({ payerFee: '1.50' });
    await press('pay', { account, amount: '51.50' });
    expect(await receiptsOf(id)).toMatchObject({ receipts: [{ amount: '50.00' }] });
  });

  it('finds the account of an invoice too, and that of another merchant', async () => {
    const key = 'test-api-key.northwind';
    const request = { ...paymentRequest, method: 'sandbox_unified' };
    const created = await sandbox.call('POST', '/v1/payments', request, key);
    const { id, invoice } = z
      .object({
        id: z.string(),
        invoice: z.object({
          requisites: z.array(z.object({ name: z.string(), value: z.string() })),
        }),
      })
      .parse(await created.json());
    const account = invoice.requisites.find(({ name }) => name === 'accountNumber')?.value ?? '';
    await press('pay', { account });
    const paid = await sandbox.call('GET', `/v1/payments/${id}`, undefined, key);
    expect(await paid.json()).toMatchObject({ status: 'approved' });
  });
});

describe('a transfer to an address of UPI', () => {
  let merchant: Merchant;
  beforeEach(async () => {
    merchant = await startMerchant();
  });
  afterEach(() => merchant.close());

  const transferSchema = z.object({
    transfer: z.strictObject({
      ...{ amount: z.literal('500.00'), currency: z.literal('INR'), holder: z.string() },
      ...{ vpa: z.string(), reference: z.string(), asksFor: z.tuple([z.literal('utr')]) },
      ...{ createdAt: z.string(), expiresInSeconds: z.literal(900) },
    }),
  });

  async function createUpi() {
    const request = {
      ...paymentRequest,
      webhookUrl: merchant.webhookUrl,
      ...{ cardViewType: 3, method: 'upi_transfer', amount: '500.00', currency: 'INR' },
    };
    const { body } = await sandbox.post('/v1/payments', request);
    return { id: body.id ?? '', ...transferSchema.parse(body).transfer };
  }

  it('settles its payment, and the payer reads the UTR', async () => {
    const { id, vpa: account, reference: text } = await createUpi();
    const { html } = await press('pay', { account, amount: '500', currency: 'INR', text });
    expect(html).toContain('which is paid now');
    expect(html).toMatch(/<dt>UTR<\/dt><dd>\d{12}<\/dd>/);
    const { notification } = await merchant.next();
    expect(notification).toMatchObject({ payment: { id, status: 'approved', paidAmount: '500' } });
  });

  it('finds it in capitals too, and no other', async () => {
    const { vpa } = await createUpi();
    const order = { amount: '500', currency: 'INR' };
    const other = await press('pay', { ...order, account: `x${vpa}` });
    expect(other.html).not.toContain('which is paid now');
    const { html } = await press('pay', { ...order, account: vpa.toUpperCase() });
    expect(html).toContain('which is paid now');
  });

  it('has no UTR in another currency', async () => {
    const { html } = await press('pay', { account: 'pay.me@upi' });
    expect(html).not.toContain('UTR');
  });

  it('shows the UTR that the player has told the provider', async () => {
    const { id } = await createUpi();
    const open = async () => (await fetch(`${sandbox.url}/payments/${id}`)).text();
    expect(await open()).not.toContain('UTR');
    const details = { utr: '412345678901', senderName: 'Zoë Sample' };
    await sandbox.call('POST', `/v1/payments/${id}/complete`, { details });
    const page = await open();
    expect(page).toContain('<dt>UTR</dt><dd>412345678901</dd>');
    expect(page).not.toContain('Zoë');
  });
});
