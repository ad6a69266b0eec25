import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { ProviderEvent, ProviderPayment } from '../../connectors/provider-event.ts';
import { declineDeposit, resolveParkedPayment } from '../../operator/acts/deposit-acts.ts';
import { findNotifications } from '../../testing/find-notifications.ts';
import { loadFees } from '../../testing/load-fees.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { signSandboxEvent } from '../../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { actOn, beginDeposit, order } from '../../testing/waiting-deposit.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { applyProviderEvent } from '../provider-events/apply-provider-event.ts';
import { followUpDeposits } from '../provider-events/follow-up-deposits.ts';
import { receiveNotification } from '../provider-events/inbox.ts';
import { processNotification, sweepInbox } from '../provider-events/process-notification.ts';
import { openInstrument } from './instruments.ts';

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
  test('in another currency than the account’s is credited in that, rounded down, with its rate', async () => {
    const deposit = await begin({ amount: '1601', currency: 'JPY', paymentType: 'card' });
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(10);
    const [row] = await deposit.rows();
    expect(row).toMatchObject({ status: 'credited', currency: 'JPY', processed_currency: 'EUR' });
    expect(row?.rate_source).toContain('static');
    expect(Number(row?.rounding)).toBeGreaterThan(0);
    expect(await deposit.status()).toMatchObject({
      status: 'PAYED',
      amount: '1601',
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
    expect(await deposit.status()).toMatchObject({ status: 'PENDING', isReceived: true });
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
    expect(await deposit.status()).not.toHaveProperty('isReceived');
    await expect(resolve('0.01')).rejects.toMatchObject({ code: 'deposit.notOpen' });
    expect(await deposit.balance()).toBe(10);
  });

  test('that was parked and returned ends the deposit as declined', async () => {
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

  test('a second one is credited too, and the provider’s fee is booked', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '20', fee: '0.50' });
    await expect.poll(deposit.balance).toBe(20);
    await deposit.receive({ amount: '30', fee: '0.75' });
    await expect.poll(deposit.balance).toBe(50);
    expect(await loadFees(server.core, deposit)).toEqual([0.5, 0.75]);
  });

  test.each(['0.00', '-0.25'])('with a fee of %s is credited without a fee', async (fee) => {
    const deposit = await begin();
    const money = { amount: '50', currency: 'EUR', fee };
    const receipt = { id: uuidv7(), merchantReference: deposit.depositId, ...money };
    const event = { eventId: uuidv7(), type: 'receipt.created', receipt };
    const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
    const signed = signSandboxEvent(event, server.webhookSecret, new Date());
    expect((await fetch(url, { method: 'POST', ...signed })).status).toBe(200);
    await expect.poll(deposit.balance).toBe(50);
    expect(await deposit.rows()).toMatchObject([{ status: 'credited', fee: null }]);
  });
});

test('a notification of two events: an event that has to wait does not block the other', async () => {
  const [early, other] = [await begin(), await begin()];
  const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
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
  await expect.poll(async () => (await notification())?.outcome).toMatch(/^(reversed|duplicate)$/);
  expect(await early.balance()).toBe(0);
  expect(await other.balance()).toBe(50);
});

test('a notification that two processes hold at the same moment is applied once and fails in neither', async () => {
  const deposit = await begin();
  const { core } = server;
  const eventId = uuidv7();
  const receipt = {
    id: uuidv7(),
    merchantReference: deposit.depositId,
    amount: '50',
    currency: 'EUR',
  };
  const event = { eventId, type: 'receipt.created', receipt };
  const signed = signSandboxEvent(event, server.webhookSecret, new Date());
  const stored = await receiveNotification(core, { brandId: 'kassa', account: 'sandbox' }, signed);
  if (stored.kind !== 'stored') throw new Error(stored.kind);
  const errors = vi.spyOn(core.log, 'error');
  const process = () => processNotification(core, stored.id, stored.notification);
  await Promise.all([process(), process()]);
  await process();
  expect(errors.mock.calls).toEqual([]);
  errors.mockRestore();
  expect(await deposit.rows()).toMatchObject([{ status: 'credited' }]);
  expect(await findNotifications(core, eventId)).toMatchObject([
    { outcome: 'credited', attempts: 0 },
  ]);
});

describe('a lost notification', () => {
  const lose = () => server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
  const checkIn = (hours: number) =>
    server.later(hours * 3600_000, () => followUpDeposits(server.core));

  test('of a second receipt, and of a chargeback, is made up for by a status request', async () => {
    const deposit = await begin();
    await deposit.approve({ paidAmount: '30' });
    await expect.poll(deposit.balance).toBe(30);
    await lose();
    await deposit.receive({ amount: '15' });
    await checkIn(1);
    // The server's own job may have started first and not have finished yet.
    await expect.poll(deposit.balance).toBe(45);
    await deposit.reverse({ kind: 'chargeback' });
    await checkIn(7);
    await expect.poll(deposit.balance).toBe(15);
  });

  test('of money that came after a decline is made up for by a status request', async () => {
    const deposit = await begin();
    await server.core.db
      .transaction()
      .execute((tx) => declineDeposit(server.core, tx, actOn(deposit.depositId)));
    await lose();
    await deposit.approve();
    expect(await deposit.balance()).toBe(0);
    await checkIn(1);
    await expect.poll(deposit.balance).toBe(50);
  });

  test('is made up for even after the last status request, if the provider was unreachable until then', async () => {
    const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
    if (connector === undefined) throw new Error('no connector');
    const operator = await createOperator(server, { scopes: ['read'] });
    const deposit = await begin();
    await checkIn(1);
    await expect.poll(deposit.state).toBe('autoCanceled');
    await lose();
    await deposit.receive({ amount: '50' });
    const status = vi
      .spyOn(connector, 'status')
      .mockResolvedValue({ kind: 'error', error: 'unavailable', detail: 'for a test' });
    const listedIn = (hours: number) =>
      server.later(hours * 3600_000, async () => {
        const { body } = await operator.ask('deposits-search', { isUnanswered: true });
        return body.items.map(({ id }: { id: string }) => id);
      });
    await checkIn(72.5);
    expect(await deposit.balance()).toBe(0);
    expect(await listedIn(73.5)).toContain(deposit.depositId);
    status.mockRestore();
    // By then the retry is due. The open circuit breaker admits one request first, so poll.
    await expect.poll(() => checkIn(98).then(deposit.balance)).toBe(50);
    expect(await listedIn(99)).not.toContain(deposit.depositId);
  });

  test('that contradicts a credit is listed once, however often the provider repeats it', async () => {
    const connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector;
    if (connector === undefined) throw new Error('no connector');
    const operator = await createOperator(server);
    const deposit = await begin();
    await deposit.approve();
    await expect.poll(deposit.balance).toBe(50);
    const { depositId } = deposit;
    const declined: ProviderEvent = {
      kind: 'payment',
      providerReference: uuidv7(),
      depositId,
      status: 'declined',
      paid: null,
      fee: null,
    };
    const status = vi
      .spyOn(connector, 'status')
      .mockResolvedValue({ kind: 'known', events: [declined] });
    const listed = async () => {
      const { body } = await operator.ask('notifications-list');
      return body.items.filter(({ events }: { events: string[] }) =>
        events.some((event) => event.includes(depositId)),
      );
    };
    for (const hours of [1, 7, 25]) await checkIn(hours);
    const asked = status.mock.calls.filter(([ref]) => ref.depositId === depositId);
    status.mockRestore();
    expect(asked).toHaveLength(3);
    const event = `payment ${declined.providerReference} of ${depositId}: declined`;
    const asListed = [{ connector: 'sandbox', outcome: 'contradicting', events: [event] }];
    expect(await listed()).toMatchObject(asListed);
    const [{ id: notificationId }] = await listed();
    const act = { notificationId, reason: 'the provider was asked' };
    expect((await operator.ask('notifications-retry', act)).status).toBe(200);
    await expect.poll(listed).toMatchObject(asListed);
    expect((await operator.ask('notifications-resolve', act)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expect(await deposit.balance()).toBe(50);
  });
});

describe('what a receipt was paid with', () => {
  const paid = { amount: '10', currency: 'EUR' };
  const card = { kind: 'card' as const, token: 'tok_Ab1', masked: '•••• 4242', payerName: 'Zoë Ü' };

  /** Reports the receipt as the provider does. */
  const report = (depositId: string, instrument?: ProviderPayment['instrument']) =>
    server.core.db.transaction().execute((tx) =>
      applyProviderEvent(
        server.core,
        tx,
        { brandId: 'kassa', connector: 'sandbox', source: 'a test', confirmedBy: 'provider' },
        {
          kind: 'payment',
          providerReference: `receipt of ${depositId}`,
          depositId,
          status: 'approved',
          paid,
          fee: null,
          ...(instrument !== undefined && { instrument }),
        },
      ),
    );
  const readRow = async (depositId: string) => {
    const row = await server.core.db
      .selectFrom('payments')
      .selectAll()
      .where('deposit_id', '=', depositId)
      .executeTakeFirstOrThrow();
    return { row, instrument: openInstrument(server.core.vault, row) };
  };

  test('is kept sealed, and finds the deposits with the same instrument', async () => {
    const [first, second, other] = [await begin(), await begin(), await begin()];
    const token = `tok_${uuidv7()}`;
    await report(first.depositId, { ...card, token });
    await report(second.depositId, { ...card, token });
    await report(other.depositId, { ...card, token: token.toUpperCase() });
    const { row, instrument } = await readRow(first.depositId);
    expect(instrument).toEqual({ ...card, token });
    // Four digits alone may be a part of any id or sealed text.
    for (const text of [token, card.masked, 'Zoë']) expect(JSON.stringify(row)).not.toContain(text);
    expect(Object.values(row)).not.toContain('4242');
    const operator = await createOperator(server);
    const search = (value: string) => operator.ask('fields-search', { field: 'instrument', value });
    const { body } = await search(token);
    expect(body.deposits.map(({ id }: { id: string }) => id)).toEqual([
      second.depositId,
      first.depositId,
    ]);
    const shown = await operator.ask('deposits-show', { depositId: first.depositId });
    expect(shown.body.payments).toMatchObject([
      { instrument: { kind: 'card', masked: '•••• 4242', payerName: '••••Ü' } },
    ]);
    expect(JSON.stringify(shown.body)).not.toContain(token);
  });

  test('is kept from a later report if the first lacks it, and never changed', async () => {
    const deposit = await begin();
    await report(deposit.depositId);
    expect((await readRow(deposit.depositId)).instrument).toBeNull();
    expect(await report(deposit.depositId, card)).toMatchObject({ outcome: 'duplicate' });
    expect((await readRow(deposit.depositId)).instrument).toEqual(card);
    await report(deposit.depositId, { ...card, payerName: 'Eve' });
    expect((await readRow(deposit.depositId)).instrument).toEqual(card);
  });

  test('is not kept of an erased player', async () => {
    const deposit = await begin();
    await report(deposit.depositId);
    const { player_id: playerId } = await server.core.db
      .selectFrom('deposits')
      .select('player_id')
      .where('id', '=', deposit.depositId)
      .executeTakeFirstOrThrow();
    await server.core.db
      .updateTable('players')
      .set({ erased_at: new Date() })
      .where('id', '=', playerId)
      .execute();
    await report(deposit.depositId, card);
    expect((await readRow(deposit.depositId)).instrument).toBeNull();
  });
});
