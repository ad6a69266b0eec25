import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkLedger } from '../money/ledger/check-ledger.ts';
import { findNotifications } from '../testing/find-notifications.ts';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { approve, bringPlayer } from '../testing/paying-player.ts';
import { signSandboxEvent } from '../testing/sandbox-event.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { runRetention } from './data-protection/run-retention.ts';

let server: TestServer;
let operator: OperatorClient;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const reason = 'seen on the bank statement';
const euros = (amount: string) => ({ amount, currency: 'EUR' });

/** Creates a deposit of 100 EUR that the provider has credited. */
async function bringProcessed() {
  const player = await bringPlayer(server);
  const deposit = await player.deposit();
  await approve(server, deposit.paymentId);
  await expect.poll(player.balance).toBe('100.00');
  return { player, ...deposit };
}

/** Sends a notification as the provider would, about a payment that it never reported before. */
async function notify(event: Record<string, unknown>): Promise<void> {
  const { headers, body } = signSandboxEvent(event, server.webhookSecret, new Date());
  const url = `${server.url}/api/providers/kassa/sandbox/notifications`;
  expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200);
}

describe('searching deposits', () => {
  test('finds by id, reference, player, status, method, connector, amount, time and provider', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    const { player, depositId, reference, paymentId } = await bringProcessed();
    const filters: Record<string, unknown>[] = [
      { id: depositId },
      { reference },
      { reference: reference.toLowerCase() },
      { reference: ` ${reference.replaceAll('-', '/').replaceAll('0', 'O').replaceAll('1', 'l')}` },
      { player: player.id },
      { providerReference: paymentId },
      { player: player.id, status: ['processed', 'parked'] },
      { player: player.id, method: 'card', connector: 'sandbox', currency: 'EUR' },
      { player: player.id, minAmount: '100', maxAmount: '100.00' },
      { player: player.id, from: before, to: today() },
    ];
    for (const filter of filters) {
      const { body } = await operator.ask('deposits-search', filter);
      expect(body.items, JSON.stringify(filter)).toMatchObject([
        { id: depositId, reference, player: player.id, status: 'processed', amount: '100.00' },
      ]);
    }
    const misses: Record<string, unknown>[] = [
      { player: 'nobody' },
      { player: player.id, status: ['declined'] },
      { player: player.id, minAmount: '100.01' },
      { player: player.id, maxAmount: '99.99' },
      { player: player.id, to: '2020-01-01' },
      { player: player.id, method: 'other' },
      { player: player.id, currency: 'USD' },
      { providerReference: 'unknown' },
    ];
    for (const filter of misses) {
      const { body } = await operator.ask('deposits-search', filter);
      expect(body.items, JSON.stringify(filter)).toEqual([]);
    }
    const { playerId } = (await operator.ask('deposits-show', { depositId })).body;
    const byOurs = await operator.ask('deposits-search', { player: playerId });
    expect(byOurs.body.items).toHaveLength(1);
  });

  test('rejects invalid filters', async () => {
    for (const filter of [{ status: ['lost'] }, { minAmount: '1e3' }, { from: 'yesterday' }]) {
      const { status, body } = await operator.ask('deposits-search', filter);
      expect([status, body.error.code]).toEqual([400, 'request.invalid']);
    }
  });
});

describe('the timeline of a deposit', () => {
  test('lists transitions, payment, transfer, notification and acts in order', async () => {
    const { depositId, reference } = await bringProcessed();
    await operator.ask('deposits-refund', { depositId: reference, ...euros('30'), reason });
    await operator.ask('deposits-decline', { depositId, reason: 'too late for that' });
    await expect
      .poll(async () => {
        const { body } = await operator.ask('deposits-show', { depositId: reference });
        return body.timeline.map((entry: { kind: string }) => entry.kind).sort();
      })
      .toEqual(
        expect.arrayContaining([
          'act',
          'notification',
          'payment',
          'reversal',
          'transfer',
          'transition',
        ]),
      );
    const { body } = await operator.ask('deposits-show', { depositId });
    expect(body).toMatchObject({
      id: depositId,
      status: 'processed',
      creditedAmount: '100.00',
      reversedAmount: '30.00',
      payments: [{ status: 'credited', amount: '100.00', confirmedBy: 'provider' }],
      reversals: [{ kind: 'refund', amount: '30', status: 'done', covered: '30.00' }],
    });
    const times = body.timeline.map((entry: { at: string }) => entry.at);
    expect(times).toEqual([...times].sort());
    const texts = body.timeline.map((entry: { text: string }) => entry.text).join('\n');
    expect(texts).toContain('created: requested by the player');
    expect(texts).toContain(`deposits-refund, done: ${reason}`);
    expect(texts).toContain('deposits-decline, refused (deposit.notOpen): too late for that');
  });
});

describe('acts on deposits', () => {
  test('a repeated confirmation credits once, and the provider’s event is the same receipt', async () => {
    const player = await bringPlayer(server);
    const { depositId, paymentId } = await player.deposit();
    const key = uuidv7();
    const request = { depositId, ...euros('100'), reason };
    const answers = await Promise.all([
      operator.ask('deposits-confirm', request, key),
      operator.ask('deposits-confirm', request, key),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1].body).toEqual(answers[0].body);
    expect(answers[0].body).toMatchObject({ status: 'processed', creditedAmount: '100.00' });
    await approve(server, paymentId);
    await expect
      .poll(async () => (await operator.ask('deposits-show', { depositId })).body.payments)
      .toMatchObject([{ providerPaymentId: expect.not.stringContaining('operator') }]);
    expect(await player.balance()).toBe('100.00');
    const { body } = await operator.ask('acts-list', { subjectId: depositId });
    expect(body.items).toMatchObject([
      {
        action: 'deposits-confirm',
        outcome: 'done',
        reason,
        before: { creditedAmount: '0' },
        after: { status: 'processed', creditedAmount: '100.00' },
      },
    ]);
  });

  test('declining ends a deposit only if it is open', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    const first = await operator.ask('deposits-decline', { depositId, reason });
    expect(first).toMatchObject({ status: 200, body: { status: 'declined' } });
    const second = await operator.ask('deposits-decline', { depositId, reason });
    expect(second).toMatchObject({ status: 409, body: { error: { code: 'deposit.notOpen' } } });
  });

  test('a refund takes the money out of the ledger, up to the credited amount', async () => {
    const { player, depositId } = await bringProcessed();
    const refund = (amount: string) =>
      operator.ask('deposits-refund', { depositId, ...euros(amount), reason });
    expect((await refund('60')).body).toMatchObject({ status: 'processed' });
    expect(await player.balance()).toBe('40.00');
    const params = { left: '40.00', currency: 'EUR' };
    expect(await refund('60')).toMatchObject({
      status: 422,
      body: { error: { code: 'refund.aboveLeft', params } },
    });
    expect(await player.balance()).toBe('40.00');
    const { body } = await operator.ask('deposits-search', { player: player.id });
    expect(body.items).toMatchObject([
      { reversedAmount: '60.00', refundedAmount: '60.00', chargedBackAmount: '0' },
    ]);
  });

  test('an act needs a reason, an amount in full and an idempotency key', async () => {
    const { depositId } = await bringProcessed();
    const refused = async (fields: object, key?: string) =>
      (await operator.ask('deposits-refund', { depositId, ...fields }, key)).body.error.code;
    expect(await refused(euros('1'))).toBe('request.invalid');
    expect(await refused({ amount: '1', reason })).toBe('request.invalid');
    expect(await refused({ ...euros('1'), reason }, '')).toBe('idempotency.keyMissing');
  });
});

describe('parked payments', () => {
  test('are listed and resolved: credited at a rate, or returned', async () => {
    const player = await bringPlayer(server);
    const [one, two] = [await player.deposit(), await player.deposit()];
    for (const { paymentId } of [one, two]) {
      const receipt = { amount: '50', currency: 'GBP' };
      const { status } = await server.provider(
        'POST',
        `/v1/payments/${paymentId}/receipts`,
        receipt,
      );
      expect(status).toBe(201);
    }
    const listParked = async () => (await operator.ask('payments-parked')).body.items;
    await expect.poll(listParked).toHaveLength(2);
    const parked = await listParked();
    // Two simultaneous receipts are parked in either order.
    const [first, second] = [one, two].map(({ depositId }) =>
      parked.find((payment: { depositId: string }) => payment.depositId === depositId),
    );
    expect(first).toMatchObject({ currency: 'GBP', status: 'parked' });
    const credited = await operator.ask('payments-resolve', {
      paymentId: first.id,
      resolution: 'credit',
      rate: '1.2',
      reason: 'the rate of the day',
    });
    expect(credited.body).toMatchObject({ status: 'processed', creditedAmount: '60.00' });
    const returned = { paymentId: second.id, resolution: 'return', reason: 'sent back' };
    expect((await operator.ask('payments-resolve', returned)).status).toBe(200);
    expect((await operator.ask('payments-resolve', returned)).status).toBe(409);
    expect(await listParked()).toEqual([]);
    expect(await player.balance()).toBe('60.00');
  });
});

describe('notifications', () => {
  test('that are unreadable are listed, retried and resolved', async () => {
    const player = await bringPlayer(server);
    const { depositId } = await player.deposit();
    const { body: before } = await operator.ask('notifications-list', {});
    await notify({ id: `evt-${uuidv7()}`, type: 'nonsense' });
    await expect
      .poll(async () => (await operator.ask('notifications-list')).body.items.length)
      .toBe(before.items.length + 1);
    const [{ id: notificationId, outcome }] = (await operator.ask('notifications-list')).body.items;
    expect(outcome).toBe('unreadable');
    const act = { notificationId, reason: 'the provider was asked' };
    expect((await operator.ask('notifications-retry', act)).status).toBe(200);
    await expect
      .poll(async () => (await operator.ask('notifications-list')).body.items[0]?.outcome)
      .toBe('unreadable');
    expect(await operator.ask('notifications-resolve', act)).toMatchObject({
      status: 200,
      body: { resolvedReason: 'key "test desk": the provider was asked' },
    });
    expect((await operator.ask('notifications-resolve', act)).status).toBe(409);
    const { body } = await operator.ask('notifications-list');
    expect(body.items).toHaveLength(before.items.length);
    expect(depositId).toBeTypeOf('string');
  });

  test('whose body was deleted are not retried and do not change', async () => {
    const player = await bringPlayer(server);
    const { depositId, paymentId } = await player.deposit();
    await approve(server, paymentId);
    const load = async () =>
      (await findNotifications(server.core, depositId)).find(({ outcome }) => outcome !== null);
    await expect.poll(async () => (await load())?.outcome).toBe('credited');
    const notificationId = (await load())?.id ?? '';
    const in91Days = new Date(Date.now() + 91 * 24 * 3600_000);
    await runRetention({ ...server.core, now: () => in91Days });
    const row = () =>
      server.core.db
        .selectFrom('provider_notifications')
        .select(['body', 'outcome', 'processed_at'])
        .where('id', '=', notificationId)
        .executeTakeFirstOrThrow();
    const before = await row();
    expect(before.body).toBe('');
    const act = { notificationId, reason: 'to be sure' };
    expect(await operator.ask('notifications-retry', act)).toMatchObject({
      status: 409,
      body: { error: { code: 'act.impossible' } },
    });
    expect(await row()).toEqual(before);
  });
});
