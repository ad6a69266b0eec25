import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Merchant, startMerchant } from '../testing/merchant.ts';
import { paymentRequest, startTestSandbox, type TestSandbox } from '../testing/sandbox-client.ts';

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

/** Opens a payment's page like a browser, with its current text and buttons to press. */
async function open(part: object) {
  const request = { ...paymentRequest, webhookUrl: merchant.webhookUrl, ...part };
  const payment = await sandbox.readPayment(await sandbox.call('POST', '/v1/payments', request));
  const { method, url, data } = payment.redirect;
  let address = url;
  const opened =
    method === 'POST'
      ? await fetch(url, { method, body: new URLSearchParams(data) })
      : await fetch(`${url}&${new URLSearchParams(data)}`);
  let text = await opened.text();
  return {
    id: payment.id,
    text: () => text,
    press: async (action: string, fields: Record<string, string> = {}) => {
      const [, path = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
      const target = new URL(path.replaceAll('&amp;', '&'), address);
      const body = new URLSearchParams({ ...fields, action });
      const response = await fetch(target, { method: 'POST', redirect: 'manual', body });
      const location = response.headers.get('location');
      if (location?.startsWith('/pay/')) {
        address = new URL(location, target).href;
        text = await (await fetch(address)).text();
      } else text = await response.text();
      return { status: response.status, location };
    },
  };
}

const card = (number: string) => ({ number, expiry: '12/40', code: '123' });
const cardMethod = { category: 'card', cardViewType: 1 };
const returned = 'https://casino.example/kassa/deposit/complete';

describe('a card', () => {
  it('is paid with a test number in any grouping', async () => {
    const page = await open(cardMethod);
    const { status, location } = await page.press('card:pay', card('4242 4242-42424242'));
    expect(status).toBe(303);
    expect(location).toContain(`${returned}?deposit=1`);
    expect(await sandbox.get(page.id)).toMatchObject({ status: 'approved' });
  });

  it.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000006975', 'limit_exceeded'],
    ['4000000000000127', 'wrong_details'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000002', 'not_permitted'],
    ['4000000000009979', 'suspected_fraud'],
    ['4000000000000119', 'technical_error'],
  ])(
    '%s is declined because of %s, and the merchant receives the reason',
    async (number, reason) => {
      const page = await open(cardMethod);
      await page.press('card:pay', card(number));
      expect((await merchant.next()).content).toMatchObject({
        status: 'declined',
        declineReason: reason,
      });
      expect(await sandbox.get(page.id)).toMatchObject({ declineReason: reason });
    },
  );

  it('needs the bank’s code first', async () => {
    const page = await open(cardMethod);
    await page.press('card:pay', card('4000 0000 0000 3220'));
    expect(page.text()).toContain('3-D Secure, simulated');
    expect((await page.press('card:confirm', { secureCode: '000000' })).status).toBe(422);
    expect(page.text()).toContain('That is not the code');
    expect(await sandbox.get(page.id)).toMatchObject({ status: 'pending' });
    await page.press('card:confirm', { secureCode: ' 123456 ' });
    expect(await sandbox.get(page.id)).toMatchObject({ status: 'approved' });
  });

  it('that the bank does not authenticate is declined', async () => {
    const page = await open(cardMethod);
    await page.press('card:pay', card('4000000000003220'));
    await page.press('card:fail');
    expect(await sandbox.get(page.id)).toMatchObject({ declineReason: 'authentication_failed' });
  });

  it.each([
    [card('4111 1111 1111 1111'), 'Only the test numbers'],
    [{ ...card('4242424242424242'), expiry: '13/40' }, 'MM/YY'],
    [{ ...card('4242424242424242'), expiry: '01/20' }, 'expired'],
    [{ ...card('4242424242424242'), code: '12' }, 'three digits'],
  ])('is rejected as %j, and nothing of it is shown or stored', async (fields, words) => {
    const page = await open(cardMethod);
    expect((await page.press('card:pay', fields)).status).toBe(422);
    expect(page.text()).toContain(words);
    expect(page.text()).not.toContain('4111');
    expect(await sandbox.get(page.id)).toMatchObject({ status: 'pending' });
  });
});

describe('other pages', () => {
  it('a wallet logs the player in, and asks for a confirmation', async () => {
    const page = await open({ category: 'eMoney', cardViewType: 0 });
    expect((await page.press('wallet:log-in', { account: ' ', password: 'x' })).status).toBe(422);
    await page.press('wallet:log-in', { account: 'me', password: 'x' });
    expect(page.text()).toContain('Confirm €50.00');
    expect((await page.press('wallet:confirm')).location).toContain('status=approved');
  });

  it('a bank is chosen, and asks for a confirmation', async () => {
    const page = await open({ category: 'bankTransfer', method: 'sepa' });
    expect((await page.press('bank:choose', { bank: 'constructor' })).status).toBe(422);
    await page.press('bank:choose', { bank: 'harbour' });
    expect(page.text()).toContain('Harbour Savings');
    expect((await page.press('bank:confirm')).location).toContain('status=approved');
  });

  it('a voucher stays pending, and is paid at the counter later', async () => {
    const page = await open({ category: 'cash', cardViewType: 0 });
    expect(page.text()).toMatch(/\d{4} \d{4} \d{4}/);
    expect((await page.press('voucher:keep')).location).toContain('status=pending');
    expect((await merchant.next()).content).toMatchObject({ status: 'pending' });
    const response = await sandbox.press(`${sandbox.url}/payments/${page.id}`, 'approve');
    expect(response.headers.get('location')).toBe(`/payments/${page.id}`);
    expect((await merchant.next()).content).toMatchObject({ status: 'approved' });
  });

  it('an agent takes cash in a chat', async () => {
    const page = await open({ category: 'cash', cardViewType: 20 });
    expect((await page.press('chat:pay')).location).toContain('status=approved');
  });
});

describe.each([
  { category: 'card' },
  { category: 'eMoney' },
  { category: 'bankTransfer' },
  { category: 'cash' },
  { category: 'cash', cardViewType: 20 },
  {},
])('every page, such as of %j,', (part) => {
  it('says that it is simulated, and has all decisions', async () => {
    const text = (await open(part)).text();
    for (const words of ['Simulated payment.', '>Approve<', '>Decline<', '>Leave pending<']) {
      expect(text).toContain(words);
    }
    expect(text).toContain(`href="${returned}?deposit=1"`);
    expect(text).toMatch(new RegExp(`href="${returned}[^"]*status=pending"`));
    expect(text).not.toContain('<script');
  });

  it('declines at once, with a reason or without', async () => {
    const page = await open(part);
    await page.press('decline', { reason: 'limit_exceeded' });
    expect(await sandbox.get(page.id)).toMatchObject({ declineReason: 'limit_exceeded' });
    const other = await open({ ...part, merchantReference: 'dep-2' });
    await other.press('decline', { reason: 'constructor' });
    expect(await sandbox.get(other.id)).toMatchObject({ status: 'declined', declineReason: null });
  });
});
