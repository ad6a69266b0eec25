import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Merchant, startMerchant } from './testing/merchant.ts';
import { payoutRequest, startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let merchant: Merchant;
let sandbox: TestSandbox;
beforeEach(async () => {
  merchant = await startMerchant();
  sandbox = await startTestSandbox();
  await sandbox.behave({ payoutOutcome: 'undecided' });
});
afterEach(async () => {
  await sandbox.close();
  await merchant.close();
});

const createPayout = async (part: object = {}): Promise<string> => {
  const request = { ...payoutRequest, webhookUrl: merchant.webhookUrl, ...part };
  return String((await sandbox.post('/v1/payouts', request)).body.id);
};
const addressOf = (id: string) => `${sandbox.url}/payouts/${id}`;
const read = async (path: string) => (await fetch(`${sandbox.url}${path}`)).text();
const buttonsOf = async (id: string) =>
  [...(await read(`/payouts/${id}`)).matchAll(/name="action" value="([^"]+)"/g)].map(
    ([, name]) => name,
  );

it('lists payouts, the newest first', async () => {
  expect(await read('/payouts')).toContain('There are none yet.');
  const first = await createPayout();
  const second = await createPayout({ merchantReference: 'wd-2' });
  const list = await read('/payouts');
  expect(list.indexOf(second)).toBeLessThan(list.indexOf(first));
  expect(list).toContain('pending');
});

it('shows a payout with its destination masked', async () => {
  const id = await createPayout({
    destination: { iban: payoutRequest.destination.iban, holder: 'Ada Lovelace', pin: '1234' },
    customer: { name: 'Ada Lovelace', ipAddress: '203.0.113.7' },
  });
  const page = await read(`/payouts/${id}`);
  expect(page).toContain('•••• 3000');
  expect(page).toContain('A•••');
  for (const secret of [payoutRequest.destination.iban, 'Lovelace', '1234', '203.0']) {
    expect(page).not.toContain(secret);
  }
});

it('shows the reference that the player sees at the merchant', async () => {
  const id = await createPayout({ reference: 'KW-7Q2M-41XK' });
  for (const path of ['/payouts', `/payouts/${id}`]) {
    expect(await read(path)).toContain('>KW-7Q2M-41XK<');
  }
});

it('decides a payout, with the buttons that its status has', async () => {
  const id = await createPayout();
  const decisions = ['complete', 'complete-part', 'send', 'fail'];
  const clock = ['one-day', 'three-days'];
  expect(await buttonsOf(id)).toEqual([...decisions, ...clock]);
  const response = await sandbox.press(addressOf(id), 'send');
  expect([response.status, response.headers.get('location')]).toEqual([303, `/payouts/${id}`]);
  expect((await merchant.next()).content).toMatchObject({ status: 'sent' });
  expect(await buttonsOf(id)).toEqual(['complete', 'complete-part', 'fail', 'return', ...clock]);
  await sandbox.press(addressOf(id), 'complete-part');
  expect((await merchant.next()).content).toMatchObject({
    status: 'completed',
    paidAmount: '10.00',
  });
  expect(await read(`/payouts/${id}`)).toContain('Paid: €10.00.');
  expect(await buttonsOf(id)).toEqual(['return', ...clock]);
  expect((await sandbox.press(addressOf(id), 'complete')).status).toBe(409);
  await sandbox.press(addressOf(id), 'return');
  expect((await merchant.next()).content).toMatchObject({ status: 'returned' });
  expect(await buttonsOf(id)).toEqual(clock);
});

it('advances the clock of the payout’s merchant', async () => {
  await sandbox.behave({ payoutOutcome: 'returned-later' });
  const id = await createPayout();
  await sandbox.press(addressOf(id), 'three-days');
  expect(await read(`/payouts/${id}`)).toContain('This payout is completed.');
  await sandbox.press(addressOf(id), 'one-day');
  expect(await read(`/payouts/${id}`)).toContain('This payout is returned.');
});

it('rejects a request from another site’s page', async () => {
  const id = await createPayout();
  const response = await fetch(addressOf(id), {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ action: 'complete' }),
  });
  expect(response.status).toBe(403);
  expect(await read(`/payouts/${id}`)).toContain('pending');
});

it('responds with 404 to an unknown payout', async () => {
  expect((await fetch(addressOf('none'))).status).toBe(404);
  expect((await sandbox.press(addressOf('none'), 'complete')).status).toBe(404);
});
