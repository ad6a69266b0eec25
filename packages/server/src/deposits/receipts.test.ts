import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderEvent } from '../connectors/connector.ts';
import { sweepInbox } from '../inbox/process-notification.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { findNotifications } from '../testing/find-notifications.ts';
import { signSandboxEvent } from '../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { actOn, beginDeposit, order } from '../testing/waiting-deposit.ts';
import { followUpDeposits } from './follow-up-deposits.ts';
import { declineDeposit, resolveParkedPayment } from './operator-acts.ts';

let server: TestServer;

beforeAll(async () => {
  const rates = { kind: 'static', base: 'EUR', table: { USD: '1.10', JPY: '160' } };
  server = await startTestServer({}, { brand: { rates } });
});

afterEach(() => server.provider('POST', '/v1/behaviours', { webhook: 'normal' }));

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const begin = (request = order) => beginDeposit(server, request);

describe('a receipt', () => {
  test('in another currency is credited in that of the account, rounded down, with its rate', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '10.01', paidCurrency: 'USD' });
    await expect.poll(deposit.balance).toBe(9.09);
    const [row] = await deposit.rows();
    expect(row).toMatchObject({ status: 'credited', currency: 'USD', processed_currency: 'EUR' });
    expect(row?.rate_source).toContain('static');
    expect(Number(row?.rounding)).toBeGreaterThan(0);
    expect(await deposit.status()).toMatchObject({
      status: 'PAYED',
      processingAmount: '9.09',
      processingCurrency: 'EUR',
    });
  });

  test('of a deposit in yen credits the euros of the account', async () => {
    const deposit = await begin({ amount: '1600', currency: 'JPY', paymentType: 'card' });
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(10);
    expect(await deposit.status()).toMatchObject({
      amount: '1600',
      currency: 'JPY',
      processingAmount: '10.00',
      processingCurrency: 'EUR',
    });
  });

  test('without a rate is parked, and credited once an operator names one', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR' });
    await expect.poll(deposit.state).toBe('parked');
    expect(await deposit.balance()).toBe(0);
    const [parked] = await deposit.rows();
    const resolve = (rate?: string) =>
      server.core.db.transaction().execute((tx) =>
        resolveParkedPayment(server.core, tx, {
          ...actOn(''),
          paymentId: parked?.id ?? '',
          resolution: rate === undefined ? { kind: 'credit' } : { kind: 'credit', rate },
        }),
      );
    await expect(resolve()).rejects.toMatchObject({ code: 'amount.invalid' });
    await resolve('0.01');
    expect(await deposit.balance()).toBe(10);
    expect(await deposit.state()).toBe('processed');
    await expect(resolve('0.01')).rejects.toMatchObject({ code: 'deposit.notOpen' });
    expect(await deposit.balance()).toBe(10);
  });

  test('that was parked and given back ends the deposit as declined', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR' });
    await expect.poll(deposit.state).toBe('parked');
    const [parked] = await deposit.rows();
    await server.core.db.transaction().execute((tx) =>
      resolveParkedPayment(server.core, tx, {
        ...actOn(''),
        paymentId: parked?.id ?? '',
        resolution: { kind: 'return' },
      }),
    );
    expect(await deposit.state()).toBe('declined');
    expect((await deposit.rows())[0]?.status).toBe('returned');
  });

  test('a second one is credited too, and what the provider keeps is a fee', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '20', fee: '0.50' });
    await expect.poll(deposit.balance).toBe(20);
    await deposit.receive({ amount: '30', fee: '0.75' });
    await expect.poll(deposit.balance).toBe(50);
    const fees = await server.core.db
      .selectFrom('ledger_entries as e')
      .innerJoin('ledger_accounts as a', 'a.id', 'e.account_id')
      .innerJoin('ledger_transfers as t', 't.id', 'e.transfer_id')
      .select('e.amount')
      .where('t.deposit_id', '=', deposit.depositId)
      .where('a.kind', '=', 'fees')
      .execute();
    expect(fees.map(({ amount }) => Number(amount)).sort()).toEqual([-0.5, -0.75].sort());
  });
});

test('a notification of two things: what has to wait holds up no other', async () => {
  const [early, other] = [await begin(), await begin()];
  const connector = server.core.brands.get('kassa')?.connectors.get('sandbox');
  if (connector === undefined) throw new Error('no connector');
  const amount = { amount: '50', currency: 'EUR' };
  const events: ProviderEvent[] = [
    {
      kind: 'reversal',
      providerReference: uuidv7(),
      depositId: early.depositId,
      paymentReference: null,
      reversal: 'chargeback',
      amount,
    },
    {
      kind: 'payment',
      providerReference: uuidv7(),
      depositId: other.depositId,
      status: 'approved',
      paid: amount,
      fee: null,
    },
  ];
  const parse = vi.spyOn(connector, 'parseNotification').mockReturnValue(events);
  const eventId = uuidv7();
  const signed = signSandboxEvent({ eventId }, server.webhookSecret, new Date());
  const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
  expect((await fetch(url, { method: 'POST', ...signed })).status).toBe(200);
  const notification = async () => (await findNotifications(server.core, eventId))[0];
  await expect.poll(async () => (await notification())?.attempts).toBe(1);
  expect(await other.balance()).toBe(50);
  expect(await early.balance()).toBe(0);
  parse.mockRestore();
  await early.approve();
  await expect.poll(early.balance).toBe(50);
  const again = vi.spyOn(connector, 'parseNotification').mockReturnValue(events);
  await server.later(3600_000, () => sweepInbox(server.core));
  again.mockRestore();
  expect(await notification()).toMatchObject({ outcome: 'reversed' });
  expect(await early.balance()).toBe(0);
  expect(await other.balance()).toBe(50);
});

describe('a lost notification', () => {
  const lose = () => server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
  const checkIn = (hours: number) =>
    server.later(hours * 3600_000, () => followUpDeposits(server.core));

  test('of a second receipt, and of a chargeback, is found by asking', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await lose();
    await deposit.receive({ amount: '30' });
    await checkIn(1);
    expect(await deposit.balance()).toBe(80);
    await deposit.reverse({ kind: 'chargeback' });
    await checkIn(7);
    expect(await deposit.balance()).toBe(30);
  });

  test('of money that came after the deposit was declined is found by asking', async () => {
    const deposit = await begin();
    await server.core.db
      .transaction()
      .execute((tx) => declineDeposit(server.core, tx, actOn(deposit.depositId)));
    await lose();
    await deposit.approve();
    expect(await deposit.balance()).toBe(0);
    await checkIn(1);
    expect(await deposit.balance()).toBe(50);
  });
});
