import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import {
  makeDataFolder,
  passTime,
  startTestSandbox,
  type TestSandbox,
} from './testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox({ timing: { lateApprovalMs: 1 } });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const createPayment = () => sandbox.create({ webhookUrl: merchant.webhookUrl });

describe('the page', () => {
  it('shows the amount, the merchant and the method, and that it is simulated', async () => {
    const { redirect } = await createPayment();
    const response = await fetch(redirect.url);
    expect(response.status).toBe(200);
    const page = await response.text();
    for (const text of ['<title>Pay €50.00', 'casino.example', 'card_eur', 'Simulated payment.']) {
      expect(page).toContain(text);
    }
  });

  it.each([
    ['card', {}],
    ['wallet', { cardViewType: 2 }],
    ['bank', { category: 'banksGermany' }],
    ['chat', { cardViewType: 20 }],
  ])('of a %s shows the reference that the player sees at the merchant', async (_, request) => {
    const { redirect, id } = await sandbox.create({ reference: 'KS-7Q2M-41XK', ...request });
    const page = await (await fetch(redirect.url)).text();
    expect(page).toContain('<dt>Reference</dt><dd>KS-7Q2M-41XK</dd>');
    expect(page).not.toMatch(/[ >]dep-1/);
    for (const path of ['/payments', `/payments/${id}`]) {
      expect(await (await fetch(`${sandbox.url}${path}`)).text()).toContain('>KS-7Q2M-41XK<');
    }
  });

  it('asks for the amount with the fee on top, and only the amount arrives', async () => {
    const { redirect, id } = await sandbox.create({ amount: '50.00', payerFee: '0.75' });
    const page = await (await fetch(redirect.url)).text();
    expect(page).toContain('<title>Pay €50.75');
    expect(page).toContain('<dt>Fee</dt><dd>€0.75</dd>');
    await sandbox.press(redirect.url, 'approve');
    expect(await sandbox.get(id)).toMatchObject({ charged: '50.75', paidAmount: '50.00' });
  });

  it('allows no script, and forms only to itself and the merchant', async () => {
    const { redirect } = await createPayment();
    const policy = (await fetch(redirect.url)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("form-action 'self' https://casino.example;");
    expect(policy).not.toContain('script-src');
  });

  it('escapes the merchant’s texts', async () => {
    const { redirect } = await sandbox.create({ merchantReference: '<img src=x>"&' });
    const page = await (await fetch(redirect.url)).text();
    expect(page).toContain('&lt;img src=x&gt;&quot;&amp;');
    expect(page).not.toContain('<img');
  });

  it.each(['', '?token=', '?token=guessed'])('responds with 404 to the token %j', async (query) => {
    const { redirect, id } = await createPayment();
    const address = redirect.url.replace(/\?.*/, query);
    expect((await fetch(address)).status).toBe(404);
    expect((await sandbox.press(address, 'approve')).status).toBe(404);
    expect(await sandbox.get(id)).toMatchObject({ status: 'pending' });
  });

  it('reports a finished payment, and accepts no further decision', async () => {
    const { redirect, id } = await createPayment();
    await sandbox.press(redirect.url, 'approve');
    const page = await (await fetch(redirect.url)).text();
    expect(page).toContain('This payment was approved. Paid: €50.00.');
    expect(page).not.toContain('<button');
    expect((await sandbox.press(redirect.url, 'decline')).status).toBe(409);
    expect(await sandbox.get(id)).toMatchObject({ status: 'approved' });
  });

  it('ignores an unknown button', async () => {
    const { redirect, id } = await createPayment();
    expect((await sandbox.press(redirect.url, 'constructor')).status).toBe(400);
    expect(await sandbox.get(id)).toMatchObject({ status: 'pending' });
  });
});

describe('a pressed button', () => {
  it.each([
    ['approve', 'approved', '50.00'],
    ['decline', 'declined', null],
    ['leave-pending', 'pending', null],
    ['pay-part', 'approved', '25.00'],
    ['pay-more', 'approved', '75.00'],
    ['cancel', 'canceled', null],
  ])('%s leaves the payment %s with %s paid and notifies', async (action, status, paidAmount) => {
    const { redirect, id } = await createPayment();
    const response = await sandbox.press(redirect.url, action);
    expect(response.status).toBe(303);
    const target = new URL(response.headers.get('location') ?? '');
    expect(target.origin + target.pathname).toBe('https://casino.example/kassa/deposit/complete');
    expect(Object.fromEntries(target.searchParams)).toEqual({
      deposit: '1',
      paymentId: id,
      merchantReference: 'dep-1',
      status,
    });
    expect((await merchant.next()).content).toMatchObject({ id, status, paidAmount });
    expect(await sandbox.get(id)).toMatchObject({ status, paidAmount });
  });

  it('can be pressed after the payment was left pending', async () => {
    const { redirect, id } = await createPayment();
    await sandbox.press(redirect.url, 'leave-pending');
    await sandbox.press(redirect.url, 'approve');
    expect(await sandbox.get(id)).toMatchObject({ status: 'approved' });
  });

  it('notifies twice', async () => {
    const { redirect } = await createPayment();
    await sandbox.press(redirect.url, 'notify-twice');
    const [first, second] = [await merchant.next(), await merchant.next()];
    expect(second.notification).toEqual(first.notification);
  });

  it('pays twice', async () => {
    const { redirect, id } = await createPayment();
    await sandbox.press(redirect.url, 'pay-twice');
    const told = [await merchant.next(), await merchant.next()];
    expect(told.map(({ notification }) => notification.type).sort()).toEqual([
      'payment.updated',
      'receipt.created',
    ]);
    expect(await sandbox.get(id)).toMatchObject({
      receipts: [{ id, amount: '50.00' }, { amount: '50.00' }],
    });
    const page = await (await fetch(redirect.url)).text();
    expect(page).toContain('Paid: €50.00 and €50.00.');
  });

  it('charges back', async () => {
    const { redirect, id } = await createPayment();
    await sandbox.press(redirect.url, 'charge-back');
    expect(await sandbox.get(id)).toMatchObject({
      status: 'approved',
      reversals: [{ kind: 'chargeback', amount: '50.00' }],
    });
  });

  it('loses the webhook', async () => {
    const { redirect, id } = await createPayment();
    await sandbox.press(redirect.url, 'lose-webhook');
    expect(await sandbox.get(id)).toMatchObject({ status: 'approved' });
    const other = await sandbox.create({
      merchantReference: 'dep-2',
      webhookUrl: merchant.webhookUrl,
    });
    await sandbox.press(other.redirect.url, 'approve');
    expect((await merchant.next()).content.id).toBe(other.id);
  });

  it('approves late', async () => {
    const { redirect } = await createPayment();
    const response = await sandbox.press(redirect.url, 'approve-late');
    expect(response.headers.get('location')).toContain('status=pending');
    expect((await merchant.next()).content).toMatchObject({ status: 'approved' });
  });
});

it('approves late even after a restart, but not a declined payment', async () => {
  const dataFolder = makeDataFolder();
  await sandbox.close();
  sandbox = await startTestSandbox({ dataFolder, timing: { lateApprovalMs: 3_600_000 } });
  const { webhookUrl } = merchant;
  const late = await sandbox.create({ webhookUrl, merchantReference: 'late' });
  const declined = await sandbox.create({ webhookUrl, merchantReference: 'declined' });
  await sandbox.press(late.redirect.url, 'approve-late');
  await sandbox.press(declined.redirect.url, 'approve-late');
  await sandbox.press(declined.redirect.url, 'decline');
  await merchant.next();
  expect(await (await fetch(late.redirect.url)).text()).toContain('A late approval is on its way');
  await sandbox.close();

  passTime(dataFolder);
  sandbox = await startTestSandbox({ dataFolder });
  expect((await merchant.next()).content).toMatchObject({ merchantReference: 'late' });
  expect(await sandbox.get(declined.id)).toMatchObject({ status: 'declined' });
});
