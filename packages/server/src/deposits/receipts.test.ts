import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderEvent } from '../connectors/connector.ts';
import { sweepInbox } from '../inbox/process-notification.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { findNotifications } from '../testing/find-notifications.ts';
import { signSandboxEvent } from '../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { followUpDeposits } from './follow-up-deposits.ts';
import {
  confirmDeposit,
  declineDeposit,
  refundDeposit,
  resolveParkedPayment,
} from './operator-acts.ts';

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

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };

/** A player of the test's own with a deposit that waits. */
async function begin(request = order, claims: object = {}) {
  const token = await server.token({ playerId: uuidv7(), ...claims });
  const { status, body } = await server.call('deposit-create', request, { token });
  expect(status).toBe(200);
  const depositId: string = body.depositId;
  const { body: payment } = await server.provider(
    'GET',
    `/v1/payments?merchantReference=${depositId}`,
  );
  return {
    depositId,
    call: (name: 'withdrawal-create', part: Record<string, unknown>) =>
      server.call(name, part, { token }),
    balance: async () =>
      Number((await server.call('user-get', {}, { token })).body.balanceData.primary.amount),
    status: async () =>
      (await server.call('deposit-status', { depositId, paymentMethod: 'card' }, { token })).body,
    approve: (part: object = {}) =>
      server.provider('POST', `/v1/payments/${payment.id}/approve`, part),
    receive: (part: object) => server.provider('POST', `/v1/payments/${payment.id}/receipts`, part),
    reverse: (part: object) =>
      server.provider('POST', `/v1/payments/${payment.id}/reversals`, part),
    rows: () =>
      server.core.db
        .selectFrom('payments')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .orderBy('created_at')
        .execute(),
    state: async () =>
      (
        await server.core.db
          .selectFrom('deposits')
          .select('status')
          .where('id', '=', depositId)
          .executeTakeFirstOrThrow()
      ).status,
    reversals: () =>
      server.core.db
        .selectFrom('reversals')
        .selectAll()
        .where('deposit_id', '=', depositId)
        .execute(),
  };
}

/** What the newest notification that was processed led to. */
async function lastOutcome(depositId: string): Promise<string | undefined> {
  const found = await findNotifications(server.core, depositId, 'reversal.created');
  return found.at(-1)?.outcome ?? undefined;
}

const act = (depositId: string) => ({
  brandId: 'kassa',
  depositId,
  actor: 'a test',
  reason: 'for a test',
});

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
          ...act(''),
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
        ...act(''),
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

describe('money taken back', () => {
  test('comes from the balance, and what that does not cover the player owes', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await deposit.reverse({ kind: 'chargeback', amount: '20' });
    await expect.poll(deposit.balance).toBe(30);
    expect(await deposit.reversals()).toMatchObject([{ kind: 'chargeback', status: 'done' }]);
    // The player is just taking out what is left.
    const withdrawal = { amount: '30', currency: 'EUR', paymentType: 'payout' };
    expect((await deposit.call('withdrawal-create', withdrawal)).status).toBe(200);
    await deposit.reverse({ kind: 'chargeback', amount: '30' });
    await expect.poll(async () => (await deposit.reversals()).length).toBe(2);
    const owed = (await deposit.reversals()).map(({ receivable }) => Number(receivable));
    expect(owed.sort()).toEqual([0, 30]);
    expect(await deposit.state()).toBe('processed');
  });

  test('before the money is heard of waits for it', async () => {
    const deposit = await begin();
    await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
    await deposit.approve();
    await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
    await deposit.reverse({ kind: 'chargeback' });
    const chargeback = async () => (await findNotifications(server.core, deposit.depositId))[0];
    await expect.poll(async () => (await chargeback())?.attempts).toBe(1);
    expect((await chargeback())?.outcome).toBeNull();
    expect(await deposit.reversals()).toEqual([]);
    // Asked, the provider tells of both.
    await server.later(60_000, () => followUpDeposits(server.core));
    await server.later(3600_000, () => sweepInbox(server.core));
    await expect.poll(async () => (await chargeback())?.outcome).toBe('duplicate');
    expect(await deposit.rows()).toMatchObject([{ status: 'credited' }]);
    expect(await deposit.balance()).toBe(0);
    await expect.poll(async () => (await deposit.reversals()).length).toBe(1);
  });

  test('by the operator, as a refund, is booked once for each act', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    const refund = (amount: string) =>
      server.core.db.transaction().execute((tx) =>
        refundDeposit(server.core, tx, {
          ...act(deposit.depositId),
          money: { amount, currency: 'EUR' },
        }),
      );
    await refund('10');
    expect(await deposit.balance()).toBe(40);
    await expect(refund('41')).rejects.toMatchObject({ code: 'deposit.notOpen' });
    expect(await deposit.balance()).toBe(40);
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
      .execute((tx) => declineDeposit(server.core, tx, act(deposit.depositId)));
    await lose();
    await deposit.approve();
    expect(await deposit.balance()).toBe(0);
    await checkIn(1);
    expect(await deposit.balance()).toBe(50);
  });
});

describe('of several receipts', () => {
  /** Two receipts of the same money, parked for want of a rate, and credited at these. */
  async function receiveTwice(...rates: string[]) {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR' });
    await expect.poll(deposit.state).toBe('parked');
    await deposit.receive({ amount: '1000', currency: 'INR' });
    await expect.poll(async () => (await deposit.rows()).length).toBe(2);
    const rows = await deposit.rows();
    for (const [index, rate] of rates.entries()) {
      await server.core.db.transaction().execute((tx) =>
        resolveParkedPayment(server.core, tx, {
          ...act(''),
          paymentId: rows[index]?.id ?? '',
          resolution: { kind: 'credit', rate },
        }),
      );
    }
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('one is missing');
    return { ...deposit, first, second };
  }

  test('each is taken back for itself, at its own rate', async () => {
    const { first, second, ...deposit } = await receiveTwice('0.01', '0.02');
    expect(await deposit.balance()).toBe(30);
    await deposit.reverse({ kind: 'chargeback', receiptId: second.provider_payment_id });
    await expect.poll(deposit.balance).toBe(10);
    await deposit.reverse({ kind: 'chargeback' });
    await expect.poll(deposit.balance).toBe(0);
    const taken = await deposit.reversals();
    expect(taken.map((it) => it.payment_id).sort()).toEqual([first.id, second.id].sort());
  });

  test('the parked one that is named is given back, and never the credited one instead', async () => {
    const { second, ...deposit } = await receiveTwice('0.01');
    await deposit.reverse({ kind: 'refund', receiptId: second.provider_payment_id });
    await expect.poll(async () => (await deposit.rows())[1]?.status).toBe('returned');
    expect(await deposit.balance()).toBe(10);
    expect(await deposit.reversals()).toEqual([]);
  });

  test('a part of a parked one is for a person', async () => {
    const { second, ...deposit } = await receiveTwice('0.01');
    const receiptId = second.provider_payment_id;
    await deposit.reverse({ kind: 'refund', receiptId, amount: '1' });
    await expect.poll(() => lastOutcome(deposit.depositId)).toBe('conflicting');
    expect(await deposit.balance()).toBe(10);
    expect((await deposit.rows())[1]?.status).toBe('parked');
  });

  test('an operator refunds the one that they name', async () => {
    const { second, ...deposit } = await receiveTwice('0.01', '0.02');
    const refund = (paymentId?: string) =>
      server.core.db.transaction().execute((tx) =>
        refundDeposit(server.core, tx, {
          ...act(deposit.depositId),
          money: { amount: '1000', currency: 'INR' },
          ...(paymentId === undefined ? {} : { paymentId }),
        }),
      );
    await refund(second.id);
    expect(await deposit.reversals()).toMatchObject([{ payment_id: second.id }]);
    await expect(refund(second.id)).rejects.toMatchObject({ code: 'deposit.notOpen' });
    await expect(refund(uuidv7())).rejects.toMatchObject({ code: 'deposit.notFound' });
    // Unnamed it can only be the other.
    await refund();
    expect(await deposit.balance()).toBe(0);
    await expect(refund()).rejects.toMatchObject({ code: 'deposit.notOpen' });
  });
});

describe("an operator's refund", () => {
  async function refundByOperator(amount: string) {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await server.core.db.transaction().execute((tx) =>
      refundDeposit(server.core, tx, {
        ...act(deposit.depositId),
        money: { amount, currency: 'EUR' },
      }),
    );
    return deposit;
  }

  test('that the provider tells of later is one refund, and a further one is another', async () => {
    const deposit = await refundByOperator('20');
    expect(await deposit.reversals()).toMatchObject([{ confirmed_by: 'operator' }]);
    const { body } = await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(() => lastOutcome(deposit.depositId)).toBe('duplicate');
    expect(await deposit.reversals()).toMatchObject([
      { confirmed_by: 'provider', provider_reversal_id: body.id },
    ]);
    expect(await deposit.balance()).toBe(30);
    await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(deposit.balance).toBe(10);
  });

  test('of another amount than the provider tells of is for a person', async () => {
    const deposit = await refundByOperator('20');
    await deposit.reverse({ kind: 'refund', amount: '25' });
    await expect.poll(() => lastOutcome(deposit.depositId)).toBe('conflicting');
    expect(await deposit.balance()).toBe(30);
  });

  test('is not the chargeback of the same amount', async () => {
    const deposit = await refundByOperator('20');
    await deposit.reverse({ kind: 'chargeback', amount: '20' });
    await expect.poll(deposit.balance).toBe(10);
  });

  test('of parked money is the refund that the provider tells of', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR' });
    await expect.poll(deposit.state).toBe('parked');
    const [parked] = await deposit.rows();
    await server.core.db.transaction().execute((tx) =>
      resolveParkedPayment(server.core, tx, {
        ...act(''),
        paymentId: parked?.id ?? '',
        resolution: { kind: 'return' },
      }),
    );
    const { body } = await deposit.reverse({ kind: 'refund' });
    await expect.poll(() => lastOutcome(deposit.depositId)).toBe('duplicate');
    expect((await deposit.rows())[0]?.returned_reference).toBe(body.id);
  });
});

describe("an operator's word", () => {
  const confirm = (depositId: string, amount = '50', providerReference?: string) =>
    server.core.db.transaction().execute((tx) =>
      confirmDeposit(server.core, tx, {
        ...act(depositId),
        money: { amount, currency: 'EUR' },
        ...(providerReference === undefined ? {} : { providerReference }),
      }),
    );

  test('credits a deposit; the provider that says the same later credits nothing', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId);
    expect(await deposit.balance()).toBe(50);
    await expect(confirm(deposit.depositId)).rejects.toMatchObject({ code: 'deposit.notOpen' });
    await deposit.approve();
    await expect.poll(async () => (await deposit.rows())[0]?.confirmed_by).toBe('provider');
    expect(await deposit.rows()).toHaveLength(1);
    expect(await deposit.balance()).toBe(50);
  });

  test('and a provider that says another amount later: the second is parked', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '45');
    await deposit.approve();
    await expect
      .poll(async () => (await deposit.rows()).map((it) => it.status).sort())
      .toEqual(['credited', 'parked']);
    expect(await deposit.balance()).toBe(45);
  });

  test("with the provider's own reference is that receipt", async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    const [row] = await deposit.rows();
    await expect(confirm(deposit.depositId, '50', row?.provider_payment_id)).rejects.toMatchObject({
      code: 'deposit.notOpen',
    });
    expect(await deposit.balance()).toBe(50);
  });

  test('declines a deposit; money that comes all the same is credited', async () => {
    const deposit = await begin();
    await server.core.db
      .transaction()
      .execute((tx) => declineDeposit(server.core, tx, act(deposit.depositId)));
    expect(await deposit.status()).toMatchObject({ status: 'DECLINED' });
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await expect(
      server.core.db
        .transaction()
        .execute((tx) => declineDeposit(server.core, tx, act(deposit.depositId))),
    ).rejects.toMatchObject({ code: 'deposit.notOpen' });
  });
});

describe("a player's word", () => {
  test.each([
    ['before', 'the provider knows of it'],
    ['after', 'it has taken the order'],
  ])('that they give up, %s %s, still keeps its id, and is passed on', async (moment) => {
    const token = await server.token({ playerId: uuidv7() });
    const connector = server.core.brands.get('kassa')?.connectors.get('sandbox');
    if (connector === undefined) throw new Error('no connector');
    const create = connector.create.bind(connector);
    const cancel = (depositId: string) => server.call('deposit-cancel', { depositId }, { token });
    let depositId = '';
    const spy = vi.spyOn(connector, 'create').mockImplementation(async (asked) => {
      depositId = asked.depositId;
      if (moment === 'before') await cancel(asked.depositId);
      const outcome = await create(asked);
      if (moment === 'after') await cancel(asked.depositId);
      return outcome;
    });
    const { status, body } = await server.call('deposit-create', order, { token });
    spy.mockRestore();
    // There is nothing that they could do next.
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { error: { code: 'deposit.notOpen' } },
    });
    const { body: payment } = await server.provider(
      'GET',
      `/v1/payments?merchantReference=${depositId}`,
    );
    expect(payment.status).toBe('canceled');
    const row = await server.core.db
      .selectFrom('deposits')
      .select(['status', 'provider_reference', 'redirect'])
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ status: 'canceled', provider_reference: payment.id, redirect: null });
  });

  test('that it is paid moves the screen, never the ledger; giving up does not lose money', async () => {
    const token = await server.token({ playerId: uuidv7() });
    const { body } = await server.call('deposit-create', order, { token });
    const { depositId } = body;
    const complete = await server.call('deposit-complete', { depositId }, { token });
    expect(complete).toMatchObject({ status: 200, body: { status: 'PENDING' } });
    const cancel = () => server.call('deposit-cancel', { depositId }, { token });
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    expect(await cancel()).toMatchObject({ status: 200, body: { status: 'CANCELED' } });
    const late = await server.call('deposit-complete', { depositId }, { token });
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'deposit.notOpen' } } });
    const user = await server.call('user-get', {}, { token });
    expect(Number(user.body.balanceData.primary.amount)).toBe(0);
    // The provider took the money before it heard of the cancel.
    const event = {
      eventId: uuidv7(),
      type: 'payment.updated',
      payment: {
        ...(await server.provider('GET', `/v1/payments?merchantReference=${depositId}`)).body,
        status: 'approved',
        paidAmount: '50',
      },
    };
    const signed = signSandboxEvent(event, server.webhookSecret, new Date());
    const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
    expect((await fetch(url, { method: 'POST', ...signed })).status).toBe(200);
  });
});
