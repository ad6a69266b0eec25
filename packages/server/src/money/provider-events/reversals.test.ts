import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { resolveParkedPayment } from '../../operator/acts/deposit-acts.ts';
import { refundDeposit } from '../../operator/acts/refund-deposit.ts';
import { findNotifications } from '../../testing/find-notifications.ts';
import { approve, bringPlayer } from '../../testing/paying-player.ts';
import { connected, openSocket } from '../../testing/player-socket.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { actOn, beginDeposit, lastReversalOutcome } from '../../testing/waiting-deposit.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { followUpDeposits } from './follow-up-deposits.ts';
import { sweepInbox } from './process-notification.ts';

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

const begin = () => beginDeposit(server);

describe('reversed money', () => {
  test('comes from the balance, and the player owes the rest', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await deposit.reverse({ kind: 'chargeback', amount: '20' });
    await expect.poll(deposit.balance).toBe(30);
    expect(await deposit.reversals()).toMatchObject([{ kind: 'chargeback', status: 'done' }]);
    expect((await deposit.status()).takenBack).toEqual({ chargedBack: '20.00' });
    // A withdrawal holds the rest of the balance.
    const withdrawal = { amount: '30', currency: 'EUR', paymentType: 'payout' };
    expect((await deposit.call('withdrawal-create', withdrawal)).status).toBe(200);
    await deposit.reverse({ kind: 'chargeback', amount: '30' });
    await expect.poll(async () => (await deposit.reversals()).length).toBe(2);
    const owed = (await deposit.reversals()).map(({ receivable }) => Number(receivable));
    expect(owed.sort()).toEqual([0, 30]);
    expect(await deposit.state()).toBe('processed');
  });

  test('that is reported before its receipt waits for the receipt', async () => {
    const deposit = await begin();
    await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
    await deposit.approve();
    await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
    await deposit.reverse({ kind: 'chargeback' });
    const chargeback = async () => (await findNotifications(server.core, deposit.depositId))[0];
    await expect.poll(async () => (await chargeback())?.attempts).toBe(1);
    expect((await chargeback())?.outcome).toBeNull();
    expect(await deposit.reversals()).toEqual([]);
    // The status response contains both the receipt and the chargeback.
    await server.later(60_000, () => followUpDeposits(server.core));
    await server.later(3600_000, () => sweepInbox(server.core));
    await expect.poll(async () => (await chargeback())?.outcome).toBe('duplicate');
    expect(await deposit.rows()).toMatchObject([{ status: 'credited' }]);
    expect(await deposit.balance()).toBe(0);
    await expect.poll(async () => (await deposit.reversals()).length).toBe(1);
  });

  test('by an operator’s refund is booked once for each act', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    const refund = (amount: string) =>
      server.core.db.transaction().execute((tx) =>
        refundDeposit(server.core, tx, {
          ...actOn(deposit.depositId),
          money: { amount, currency: 'EUR' },
        }),
      );
    await refund('10');
    expect(await deposit.balance()).toBe(40);
    const above = {
      code: 'refund.aboveLeft',
      status: 422,
      params: { left: '40.00', currency: 'EUR' },
      message: expect.stringContaining('40.00 EUR is left'),
    };
    await expect(refund('41')).rejects.toMatchObject(above);
    expect(await deposit.balance()).toBe(40);
    // Of two refunds at once the second is judged by what the first has left.
    const outcomes = await Promise.allSettled([refund('30'), refund('30')]);
    const [refused, ...more] = outcomes.filter(({ status }) => status === 'rejected');
    expect(more).toEqual([]);
    const left = { left: '10.00', currency: 'EUR' };
    expect(refused).toMatchObject({ reason: { code: 'refund.aboveLeft', params: left } });
    expect(await deposit.balance()).toBe(10);
  });

  test('is told to the player by its cause, in each call and in the push', async () => {
    const player = await bringPlayer(server);
    const { depositId, paymentId } = await player.deposit('100');
    const ask = async (name: 'deposit-status' | 'deposit-list' | 'deposit-get') =>
      (await server.call(name, { depositId, paymentMethod: 'card' }, { token: player.token })).body;
    await approve(server, paymentId);
    await expect.poll(player.balance).toBe('100.00');
    expect(await ask('deposit-status')).not.toHaveProperty('takenBack');
    const socket = await connected(openSocket(server.url, player.token));
    onTestFinished(() => void socket.close());
    const pushes: unknown[] = [];
    socket.on('deposit.status', (push) => pushes.push(push));
    const takenBack: Record<string, string> = {};
    for (const [kind, cause, amount] of [
      ['refund', 'refunded', '10'],
      ['chargeback', 'chargedBack', '20'],
      ['reversal', 'reversed', '30'],
    ] as const) {
      await server.provider('POST', `/v1/payments/${paymentId}/reversals`, { kind, amount });
      takenBack[cause] = `${amount}.00`;
      const told = { status: 1, word: 'PAYED', processingAmount: '100.00', takenBack };
      await expect.poll(() => pushes.at(-1)).toMatchObject(told);
      expect((await ask('deposit-status')).takenBack).toEqual(takenBack);
    }
    expect((await ask('deposit-list')).deposits).toMatchObject([{ takenBack }]);
    expect((await ask('deposit-get')).deposit).toMatchObject({ takenBack });
  });
});

describe('with several receipts', () => {
  /**
   * Creates two receipts of the same money, parked for lack of a rate, and credits them at these
   * rates.
   */
  async function receiveTwice(...rates: string[]) {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR' });
    await expect.poll(deposit.state).toBe('parked');
    await deposit.receive({ amount: '1000', currency: 'INR' });
    await expect.poll(async () => (await deposit.rows()).length).toBe(2);
    const rows = await deposit.rows();
    for (const [index, rate] of rates.entries()) await credit(rows[index]?.id ?? '', rate);
    const [first, second] = rows;
    if (first === undefined || second === undefined) throw new Error('a receipt is missing');
    return { ...deposit, first, second };
  }

  const credit = (paymentId: string, rate: string) =>
    server.core.db.transaction().execute((tx) =>
      resolveParkedPayment(server.core, tx, {
        ...actOn(''),
        paymentId,
        resolution: { kind: 'credit', rate },
      }),
    );

  test('each is reversed separately, at its own rate', async () => {
    const { first, second, ...deposit } = await receiveTwice('0.01', '0.02');
    expect(await deposit.balance()).toBe(30);
    await deposit.reverse({ kind: 'chargeback', receiptId: second.provider_payment_id });
    await expect.poll(deposit.balance).toBe(10);
    await deposit.reverse({ kind: 'chargeback' });
    await expect.poll(deposit.balance).toBe(0);
    const taken = await deposit.reversals();
    expect(taken.map((it) => it.payment_id).sort()).toEqual([first.id, second.id].sort());
  });

  test('a named parked receipt is returned, never the credited one instead', async () => {
    const { second, ...deposit } = await receiveTwice('0.01');
    await deposit.reverse({ kind: 'refund', receiptId: second.provider_payment_id });
    await expect.poll(async () => (await deposit.rows())[1]?.status).toBe('returned');
    expect(await deposit.balance()).toBe(10);
    expect(await deposit.reversals()).toEqual([]);
  });

  test('a partial reversal of a parked receipt is left to a person', async () => {
    const { second, ...deposit } = await receiveTwice('0.01');
    const receiptId = second.provider_payment_id;
    await deposit.reverse({ kind: 'refund', receiptId, amount: '1' });
    await expect
      .poll(() => lastReversalOutcome(server.core, deposit.depositId))
      .toBe('conflicting');
    expect(await deposit.balance()).toBe(10);
    expect((await deposit.rows())[1]?.status).toBe('parked');
  });

  test('an operator refunds the receipt that they name', async () => {
    const { second, ...deposit } = await receiveTwice('0.01', '0.02');
    const refund = (paymentId?: string) =>
      server.core.db.transaction().execute((tx) =>
        refundDeposit(server.core, tx, {
          ...actOn(deposit.depositId),
          money: { amount: '1000', currency: 'INR' },
          ...(paymentId === undefined ? {} : { paymentId }),
        }),
      );
    await refund(second.id);
    expect(await deposit.reversals()).toMatchObject([{ payment_id: second.id }]);
    const above = { code: 'refund.aboveLeft', params: { left: '0.00', currency: 'INR' } };
    await expect(refund(second.id)).rejects.toMatchObject(above);
    await expect(refund(uuidv7())).rejects.toMatchObject({ code: 'deposit.notFound' });
    // Without a name it can only be the other receipt.
    await refund();
    expect(await deposit.balance()).toBe(0);
    await expect(refund()).rejects.toMatchObject(above);
  });

  test("an operator's refund above each receipt is refused with what is left of them", async () => {
    const { first, second, ...deposit } = await receiveTwice();
    const refund = (amount: string, paymentId?: string) =>
      server.core.db.transaction().execute((tx) =>
        refundDeposit(server.core, tx, {
          ...actOn(deposit.depositId),
          money: { amount, currency: 'INR' },
          ...(paymentId === undefined ? {} : { paymentId }),
        }),
      );
    const refusal = (left: string, total: string, message: string) => ({
      code: 'refund.aboveLeft',
      params: { left, total, currency: 'INR' },
      message: `The refund is too high: ${message}`,
    });
    const each = '1000.00 INR is left of the largest payment, and 2000.00 INR of all.';
    const advice = 'Record a refund for each payment, with its paymentId.';
    const both = refusal('1000.00', '2000.00', `${each} ${advice}`);
    await expect(refund('1500')).rejects.toMatchObject(both);
    await expect(refund('2000')).rejects.toMatchObject(both);
    await expect(refund('2001')).rejects.toMatchObject(refusal('1000.00', '2000.00', each));
    const one = refusal('1000.00', '1000.00', '1000.00 INR is left of the payment.');
    for (const { id } of [first, second]) {
      await expect(refund('1500', id)).rejects.toMatchObject(one);
    }
    await credit(first.id, '0.01');
    await expect(refund('1500')).rejects.toMatchObject(both);
    // A parked receipt can only be returned whole.
    await refund('100', first.id);
    const partly = refusal('900.00', '900.00', '900.00 INR is left of the payment.');
    await expect(refund('950')).rejects.toMatchObject(partly);
    const whole = { code: 'deposit.notOpen', params: { outcome: 'conflicting' } };
    await expect(refund('950', second.id)).rejects.toMatchObject(whole);
    // What is left isn't known while a receipt is being credited.
    const early = server.core.db.transaction().execute(async (tx) => {
      await tx
        .updateTable('payments')
        .set({
          status: 'crediting',
          processed_amount: '10',
          processed_currency: 'EUR',
          rate: '0.01',
        })
        .where('id', '=', second.id)
        .execute();
      return refundDeposit(server.core, tx, {
        ...actOn(deposit.depositId),
        money: { amount: '950', currency: 'INR' },
      });
    });
    const wait = { code: 'deposit.notOpen', params: { outcome: 'tooEarly' } };
    await expect(early).rejects.toMatchObject(wait);
    await refund('900', first.id);
    await refund('1000', second.id);
    expect((await deposit.rows()).map(({ status }) => status)).toEqual(['credited', 'returned']);
  });
});

describe("an operator's refund", () => {
  const refund = (depositId: string, amount: string, providerReference?: string) =>
    server.core.db.transaction().execute((tx) =>
      refundDeposit(server.core, tx, {
        ...actOn(depositId),
        money: { amount, currency: 'EUR' },
        ...(providerReference === undefined ? {} : { providerReference }),
      }),
    );

  async function refundByOperator(amount: string, providerReference?: string) {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await refund(deposit.depositId, amount, providerReference);
    return deposit;
  }

  test('with a mistyped reference is the refund that the provider then reports', async () => {
    const deposit = await refundByOperator('20', uuidv7());
    expect(await deposit.reversals()).toMatchObject([{ confirmed_by: 'operator' }]);
    const { body } = await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(() => lastReversalOutcome(server.core, deposit.depositId)).toBe('duplicate');
    expect(await deposit.reversals()).toMatchObject([
      { confirmed_by: 'provider', provider_reversal_id: body.id },
    ]);
    expect(await deposit.balance()).toBe(30);
  });

  test('that the provider reported before is refused, unless it is named as another one', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(deposit.balance).toBe(30);
    await expect(refund(deposit.depositId, '20')).rejects.toMatchObject({
      code: 'deposit.notOpen',
      message: expect.stringContaining('reported a refund of this amount'),
    });
    expect(await deposit.balance()).toBe(30);
    await refund(deposit.depositId, '20', uuidv7());
    expect(await deposit.balance()).toBe(10);
  });

  test('that the provider reports later is one refund, and a further one is another', async () => {
    const deposit = await refundByOperator('20');
    expect(await deposit.reversals()).toMatchObject([{ confirmed_by: 'operator' }]);
    const { body } = await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(() => lastReversalOutcome(server.core, deposit.depositId)).toBe('duplicate');
    expect(await deposit.reversals()).toMatchObject([
      { confirmed_by: 'provider', provider_reversal_id: body.id },
    ]);
    expect(await deposit.balance()).toBe(30);
    await deposit.reverse({ kind: 'refund', amount: '20' });
    await expect.poll(deposit.balance).toBe(10);
  });

  test('of an amount other than the provider’s is left to a person', async () => {
    const deposit = await refundByOperator('20');
    await deposit.reverse({ kind: 'refund', amount: '25' });
    await expect
      .poll(() => lastReversalOutcome(server.core, deposit.depositId))
      .toBe('conflicting');
    expect(await deposit.balance()).toBe(30);
  });

  test('is not the chargeback of the same amount', async () => {
    const deposit = await refundByOperator('20');
    await deposit.reverse({ kind: 'chargeback', amount: '20' });
    await expect.poll(deposit.balance).toBe(10);
  });

  test('of parked money is matched with the provider’s refund', async () => {
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
    const { body } = await deposit.reverse({ kind: 'refund' });
    await expect.poll(() => lastReversalOutcome(server.core, deposit.depositId)).toBe('duplicate');
    expect((await deposit.rows())[0]?.returned_reference).toBe(body.id);
  });
});
