import { afterEach, beforeEach, expect, it } from 'vitest';
import { payoutRequest, startTestSandbox, type TestSandbox } from './testing/sandbox-client.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startTestSandbox();
});
afterEach(() => sandbox.close());

const header = 'id,type,merchantReference,amount,currency,fee,at';

async function settlementOf(day: string) {
  const response = await sandbox.call('GET', `/v1/settlements/${day}.csv`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/csv');
  return (await response.text()).split('\r\n');
}

const today = () => new Date().toISOString().slice(0, 10);

/** Returns the settlement lines from a day on: midnight may have passed since. */
async function linesSince(day: string): Promise<string[]> {
  const days = [...new Set([day, today()])];
  const lines = (await Promise.all(days.map(settlementOf))).flat();
  return lines.filter((line) => line !== header && line !== '');
}

it('lists every receipt, reversal, payout and its return of the day', async () => {
  await sandbox.behave({ feePercent: '1.5', payoutOutcome: 'undecided' });
  const before = today();
  const { id } = await sandbox.create();
  await sandbox.create({ merchantReference: 'never-paid' });
  await sandbox.post(`/v1/payments/${id}/approve`);
  const { body: second } = await sandbox.post(`/v1/payments/${id}/receipts`, { amount: '10' });
  const { body: back } = await sandbox.post(`/v1/payments/${id}/reversals`, { kind: 'chargeback' });
  const { body: payout } = await sandbox.post('/v1/payouts', payoutRequest);
  const { body: failed } = await sandbox.post('/v1/payouts', {
    ...payoutRequest,
    merchantReference: 'wd-2',
  });
  await sandbox.post(`/v1/payouts/${payout.id}/decide`, { status: 'completed' });
  await sandbox.post(`/v1/payouts/${payout.id}/decide`, { status: 'returned' });
  await sandbox.post(`/v1/payouts/${failed.id}/decide`, { status: 'failed' });

  const rows = await linesSince(before);
  expect(rows.map((row) => row.replace(/,[^,]*$/, ''))).toEqual([
    `${id},receipt,dep-1,50.00,EUR,0.75`,
    `${second.id},receipt,dep-1,10,EUR,1`,
    `${back.id},chargeback,dep-1,50.00,EUR,`,
    `${payout.id},payout,wd-1,20.00,EUR,0.30`,
    `${payout.id},payout-return,wd-1,20.00,EUR,`,
  ]);
});

it('has only its header on a day without movements', async () => {
  expect(await settlementOf('2020-02-29')).toEqual([header, '']);
});

it('quotes a merchant’s reference with a comma or a quote', async () => {
  const before = today();
  const { id } = await sandbox.create({ merchantReference: 'a,"b"' });
  await sandbox.post(`/v1/payments/${id}/approve`);
  expect((await linesSince(before))[0]).toContain(`${id},receipt,"a,""b""",50.00`);
});

it.each(['2026-02-30', '2026-13-01', 'today', '..'])('rejects the day %s', async (day) => {
  const response = await sandbox.call('GET', `/v1/settlements/${day}.csv`);
  expect([400, 404]).toContain(response.status);
});
