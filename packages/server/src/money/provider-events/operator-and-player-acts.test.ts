import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Tx } from '../../ground/database/connect.ts';
import {
  confirmDeposit,
  declineDeposit,
  resolveParkedPayment,
} from '../../operator/acts/deposit-acts.ts';
import { loadFees } from '../../testing/load-fees.ts';
import { signSandboxEvent } from '../../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { actOn, beginDeposit, order } from '../../testing/waiting-deposit.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyProviderEvent } from './apply-provider-event.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const begin = () => beginDeposit(server);

const inTransaction = <Result>(act: (tx: Tx) => Promise<Result>) =>
  server.core.db.transaction().execute(act);

/** Applies the provider's event of a receipt of 50 EUR with this fee. */
const reportPayment = (depositId: string, providerReference: string, fee: string | null) =>
  inTransaction((tx) =>
    applyProviderEvent(
      server.core,
      tx,
      { brandId: 'kassa', connector: 'sandbox', source: 'a test', confirmedBy: 'provider' },
      {
        kind: 'payment',
        providerReference,
        depositId,
        status: 'approved',
        paid: { amount: '50', currency: 'EUR' },
        fee: fee === null ? null : { amount: fee, currency: 'EUR' },
      },
    ),
  );

describe("an operator's confirmation", () => {
  const confirm = (depositId: string, amount = '50', providerReference?: string) =>
    server.core.db.transaction().execute((tx) =>
      confirmDeposit(server.core, tx, {
        ...actOn(depositId),
        money: { amount, currency: 'EUR' },
        ...(providerReference === undefined ? {} : { providerReference }),
      }),
    );

  test('credits a deposit; a later event of the provider about it credits nothing', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId);
    expect(await deposit.balance()).toBe(50);
    await expect(confirm(deposit.depositId)).rejects.toMatchObject({ code: 'deposit.notOpen' });
    await deposit.approve();
    await expect.poll(async () => (await deposit.rows())[0]?.confirmed_by).toBe('provider');
    expect(await deposit.rows()).toHaveLength(1);
    expect(await deposit.balance()).toBe(50);
  });

  test('and a later event of another amount are two receipts; the second is parked', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '45');
    await deposit.approve();
    await expect
      .poll(async () => (await deposit.rows()).map((it) => it.status).sort())
      .toEqual(['credited', 'parked']);
    expect(await deposit.balance()).toBe(45);
  });

  test('has no fee; the provider’s later event books it, once', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId);
    await deposit.approve({ fee: '0.50' });
    await expect.poll(() => loadFees(server.core, deposit)).toEqual([0.5]);
    const [row] = await deposit.rows();
    expect(row).toMatchObject({ confirmed_by: 'provider', fee_currency: 'EUR' });
    await reportPayment(deposit.depositId, row?.provider_payment_id ?? '', '0.50');
    expect(await loadFees(server.core, deposit)).toEqual([0.5]);
    expect(await deposit.balance()).toBe(50);
  });

  test('that is parked keeps its fee until it is credited', async () => {
    const deposit = await begin();
    const rupees = { amount: '1000', currency: 'INR' };
    const money = { ...actOn(deposit.depositId), money: rupees };
    await inTransaction((tx) => confirmDeposit(server.core, tx, money));
    await deposit.approve({ paidAmount: '1000', paidCurrency: 'INR', fee: '5' });
    await expect.poll(async () => Number((await deposit.rows())[0]?.fee)).toBe(5);
    expect(await loadFees(server.core, deposit)).toEqual([]);
    const [row] = await deposit.rows();
    const resolution = { kind: 'credit', rate: '0.01' } as const;
    const act = { ...actOn(''), paymentId: row?.id ?? '', resolution };
    await inTransaction((tx) => resolveParkedPayment(server.core, tx, act));
    expect(await deposit.balance()).toBe(10);
    expect(await loadFees(server.core, deposit)).toEqual([5]);
  });

  test("with the provider's reference leaves the fee to the provider, too", async () => {
    const deposit = await begin();
    const reference = uuidv7();
    await confirm(deposit.depositId, '50', reference);
    for (const fee of [null, '0.75', '0.75'])
      await reportPayment(deposit.depositId, reference, fee);
    expect(await loadFees(server.core, deposit)).toEqual([0.75]);
    expect(await deposit.balance()).toBe(50);
  });

  test('with a mistyped reference is the receipt that the provider then reports', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '50', 'PAY-12-43');
    expect(await deposit.rows()).toMatchObject([{ confirmed_by: 'operator' }]);
    await reportPayment(deposit.depositId, 'PAY-1234', null);
    expect(await deposit.rows()).toMatchObject([
      {
        status: 'credited',
        confirmed_by: 'provider',
        provider_payment_id: 'PAY-1234',
        operator_reference: 'PAY-12-43',
      },
    ]);
    expect(await deposit.balance()).toBe(50);
    // A further reference is money of its own, and an operator decides whether it is.
    await reportPayment(deposit.depositId, 'PAY-5678', null);
    await reportPayment(deposit.depositId, 'PAY-1234', null);
    expect(await deposit.rows()).toMatchObject([
      { status: 'credited' },
      { status: 'parked', parked_code: 'maybeKnown', provider_payment_id: 'PAY-5678' },
    ]);
    expect(await deposit.balance()).toBe(50);
  });

  test('is repeated with a reference in vain: it is the same receipt', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '20');
    await expect(confirm(deposit.depositId, '20', 'PAY-77')).rejects.toMatchObject({
      params: { outcome: 'duplicate' },
    });
    await confirm(deposit.depositId, '25', 'PAY-77');
    expect(await deposit.rows()).toMatchObject([{ status: 'credited' }, { status: 'parked' }]);
    expect(await deposit.balance()).toBe(20);
  });

  test('with the reference of another deposit’s payment keeps that from being credited twice', async () => {
    const [deposit, other] = [await begin(), await begin()];
    await confirm(deposit.depositId, '50', 'PAY-OTHER');
    await reportPayment(other.depositId, 'PAY-OTHER', null);
    expect(await other.balance()).toBe(0);
    expect(await other.rows()).toMatchObject([
      {
        status: 'parked',
        parked_code: 'maybeKnown',
        parked_reason: expect.stringContaining(deposit.depositId),
        provider_payment_id: 'PAY-OTHER',
      },
    ]);
    await reportPayment(deposit.depositId, 'PAY-OWN', null);
    expect(await deposit.rows()).toMatchObject([
      { status: 'credited', provider_payment_id: 'PAY-OWN', operator_reference: 'PAY-OTHER' },
    ]);
    expect(await deposit.balance()).toBe(50);
    // The provider's own word is not taken away by an operator.
    await expect(confirm(deposit.depositId, '50', 'PAY-OTHER')).rejects.toMatchObject({
      params: { outcome: 'conflicting' },
    });
  });

  test('of a deposit that was paid already is parked, whatever the reference', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '20' });
    await expect.poll(deposit.balance).toBe(20);
    await confirm(deposit.depositId, '20', 'mistyped');
    expect(await deposit.rows()).toMatchObject([
      { status: 'credited' },
      { status: 'parked', parked_code: 'maybeKnown' },
    ]);
    expect(await deposit.balance()).toBe(20);
  });

  test('of an older release leaves a report of another amount to a person, too', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '20');
    await inTransaction((tx) =>
      // As an older release stored it.
      sql`update payments set operator_reference = null where deposit_id = ${deposit.depositId}`.execute(
        tx,
      ),
    );
    await deposit.approve({ paidAmount: '19' });
    await expect
      .poll(async () => (await deposit.rows()).map(({ parked_code }) => parked_code))
      .toEqual([null, 'maybeKnown']);
    expect(await deposit.balance()).toBe(20);
  });

  test('is parked like any money above the ceiling', async () => {
    const deposit = await begin();
    await confirm(deposit.depositId, '500');
    expect(await deposit.rows()).toMatchObject([{ status: 'parked', parked_code: 'aboveCeiling' }]);
  });

  test('with the reference of a known receipt is that receipt', async () => {
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    const [row] = await deposit.rows();
    await expect(confirm(deposit.depositId, '50', row?.provider_payment_id)).rejects.toMatchObject({
      code: 'deposit.notOpen',
    });
    expect(await deposit.balance()).toBe(50);
  });

  test('can be a decline; money that arrives nevertheless is credited', async () => {
    const deposit = await begin();
    await server.core.db
      .transaction()
      .execute((tx) => declineDeposit(server.core, tx, actOn(deposit.depositId)));
    expect(await deposit.status()).toMatchObject({ status: 'DECLINED' });
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    await expect(
      server.core.db
        .transaction()
        .execute((tx) => declineDeposit(server.core, tx, actOn(deposit.depositId))),
    ).rejects.toMatchObject({ code: 'deposit.notOpen' });
  });
});

describe("a player's cancel or complete", () => {
  test.each([
    ['before', 'the provider knows the deposit'],
    ['after', 'the provider has accepted the order'],
  ])('that cancels %s %s keeps the provider’s id and is passed on', async (moment) => {
    const token = await server.token({ playerId: uuidv7() });
    const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
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
    // The player has no next step.
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

  test('that completes changes no balance, and one that cancels loses no money', async () => {
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
    // The provider received the money before the cancel.
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
