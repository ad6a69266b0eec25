import { CallError } from '@kassa/contract';
import { describe, expect, test } from 'vitest';
import { resolvePlayer } from '../../players/player-row.ts';
import { usedUp, useUp } from '../../testing/use-up.ts';
import { orderOf, useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';

const desk = useWithdrawalDesk();
const hourMs = 3600_000;

describe('a quote', () => {
  test('is what the withdrawal then costs and pays', async () => {
    const player = await desk.bring();
    const { status, body } = await player.call('withdrawal-quote', orderOf('with_fee', '40'));
    expect({ status, body }).toMatchObject({ status: 200 });
    expect(body).toEqual({
      leaves: { amount: '40.00', currency: 'EUR' },
      fee: '0.90',
      arrives: { amount: '39.10', currency: 'EUR' },
      rate: null,
      rateLock: null,
      destination: expect.stringMatching(/••••/),
      destinationDetails: {
        parts: [{ field: 'account', value: 'A-1' }],
        isPartial: false,
        contract: null,
      },
      holder: null,
      isHolderAsked: false,
      usualMinutes: 30,
      isReviewed: false,
      sendsAfter: null,
      needsCode: false,
      forfeitedBonuses: [],
    });
    const expected = body.arrives;
    const order = { ...orderOf('with_fee', '40'), expected };
    const created = await player.call('withdrawal-create', order);
    expect(created.body).toMatchObject({
      amount: '40.00',
      fee: body.fee,
      arrives: body.arrives,
      paidAmount: null,
      destination: body.destination,
      sendsAfter: null,
      endReason: null,
      transaction: null,
    });
    await desk.followUp();
    await expect
      .poll(async () => (await desk.payout(created.body.withdrawalId)).body)
      .toMatchObject({ amount: '39.10', currency: 'EUR' });
  });

  test('a player has 1000 quotes and 300 withdrawals a day, which use up nothing of each other', async () => {
    const player = await desk.bring();
    const { core } = desk.server();
    const playerId = await resolvePlayer(core.db, 'kassa', player.externalId);
    const ref = { brandId: 'kassa', playerId };
    await useUp(core, ref, 'withdrawalQuote', 1000, 1);
    await useUp(core, ref, 'withdrawalCreation', 300, 1);
    const order = orderOf('free', '40');
    expect((await player.call('withdrawal-quote', order)).status).toBe(200);
    expect(await player.call('withdrawal-quote', order)).toMatchObject(usedUp);
    expect((await player.call('withdrawal-create', order)).status).toBe(200);
    expect(await player.call('withdrawal-create', order)).toMatchObject(usedUp);
  });

  test('in a coin has the brand’s rate, cut to what can be paid', async () => {
    const player = await desk.bring();
    const { body } = await player.call('withdrawal-quote', orderOf('in_coin', '40'));
    // (40 - 0.90) * 1.123456789 = 43.9271604499
    expect(body).toMatchObject({
      fee: '0.90',
      arrives: { amount: '43.92716044', currency: 'USDT' },
      rate: '1.123456789',
    });
    const id = await player.withdraw('in_coin', '40');
    expect(await desk.row(id)).toMatchObject({
      payout_amount: '43.92716044',
      payout_currency: 'USDT',
      rate: '1.123456789',
      rate_source: expect.stringContaining('static'),
    });
    await desk.decide(id, { status: 'completed' });
    await expect.poll(async () => (await desk.row(id)).status).toBe('completed');
    expect(await desk.lines(id, 'capture')).toEqual([
      'clearing 43.92716044 USDT',
      'exchange -43.9271604499 USDT',
      'exchange 39.1 EUR',
      'held -40 EUR',
      'payoutFees 0.9 EUR',
      'rounding 9.9e-9 USDT',
    ]);
  });

  test.each([
    ['an amount that its fee eats up', orderOf('costly', '3'), 'amount.belowMin'],
    ['more than the balance', orderOf('free', '101'), 'balance.insufficient'],
    ['less than the minimum', orderOf('free', '0.5'), 'amount.belowMin'],
    ['an unknown method', orderOf('nothing', '40'), 'method.unavailable'],
    ['a missing field', { ...orderOf('free', '40'), fields: {} }, 'banking.paymentMethodRegex'],
    ['another currency', { ...orderOf('free', '40'), currency: 'USD' }, 'currency.unsupported'],
  ])('refuses %s, as the creation does', async (_, order, code) => {
    const player = await desk.bring();
    const quote = await player.call('withdrawal-quote', order);
    const created = await player.call('withdrawal-create', order);
    const [quoted, refused] = [quote.body.error?.code ?? 'ok', created.body.error?.code ?? 'ok'];
    expect([quoted, refused]).toEqual([code, code]);
  });

  test('of less than the fee names the least that would arrive', async () => {
    const player = await desk.bring();
    const reply = await player.call('withdrawal-quote', orderOf('costly', '2'));
    expect(reply.body.error).toMatchObject({
      code: 'amount.belowMin',
      params: { limit: '3.01', currency: 'EUR' },
    });
  });

  test('that no longer holds creates nothing', async () => {
    const player = await desk.bring();
    const order = orderOf('with_fee', '40');
    const expected = { amount: '39.11', currency: 'EUR' };
    const { body } = await player.call('withdrawal-create', { ...order, expected });
    expect(body.error).toMatchObject({
      code: 'quote.changed',
      params: { amount: '39.10', currency: 'EUR' },
    });
    expect((await player.call('withdrawal-list')).body.withdrawals).toEqual([]);
    const other = { amount: '39.10', currency: 'USDT' };
    const second = await player.call('withdrawal-create', { ...order, expected: other });
    expect(second.body.error.code).toBe('quote.changed');
    expect(await player.balance()).toBe('100.00');
  });

  test('tells that the operator looks at it first', async () => {
    const player = await desk.bring();
    desk.set({ approveUpTo: { EUR: '30' } });
    const { body } = await player.call('withdrawal-quote', orderOf('free', '40'));
    expect(body.isReviewed).toBe(true);
    await player.withdraw('free', '20');
    const next = await player.call('withdrawal-quote', orderOf('free', '20'));
    // 40 EUR within a day.
    expect(next.body.isReviewed).toBe(true);
  });

  test('is not hindered by a wallet that does not answer', async () => {
    const { wallet, end } = desk.useWallet();
    const player = await desk.meet();
    const silent = new CallError('server.unavailable', 'The wallet does not answer.');
    wallet.profile = () => Promise.reject(silent);
    const { status } = await player.call('withdrawal-quote', orderOf('free', '40'));
    end();
    expect(status).toBe(200);
  });
});

describe('a rule of payouts', () => {
  test('that refuses leaves a rejected withdrawal for the operator, and none for the player', async () => {
    const player = await desk.bring();
    desk.set({ unverifiedUpTo: { EUR: '30' } });
    const order = orderOf('free', '40');
    const quoted = await player.call('withdrawal-quote', order);
    expect(quoted.body.error.code).toBe('payout.unverified');
    const [first, second] = [
      await player.call('withdrawal-create', order, 'one-key'),
      await player.call('withdrawal-create', order, 'one-key'),
    ];
    expect(first.body.error).toMatchObject({ code: 'payout.unverified' });
    expect(second.body.error).toEqual(first.body.error);
    const { reference } = first.body.error;
    expect(reference).toMatch(/^KW-/);
    expect((await player.call('withdrawal-list')).body.withdrawals).toEqual([]);
    expect(await player.balance()).toBe('100.00');
    const shown = await desk.show(reference);
    expect(shown).toMatchObject({ status: 'rejected' });
    expect(shown.timeline).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('rule identity: not verified') }),
    );
    const small = await player.withdraw('free', '30');
    expect((await desk.row(small)).status).toBe('approved');
  });

  test('that was set after the approval sends the withdrawal to review', async () => {
    const player = await desk.bring();
    const id = await player.withdraw('free', '40');
    desk.set({ unverifiedUpTo: { EUR: '30' } });
    await desk.followUp();
    await expect.poll(async () => (await desk.row(id)).status).toBe('inReview');
    const { timeline } = await desk.show(id);
    expect(timeline).toContainEqual(
      expect.objectContaining({ text: expect.stringContaining('rule identity: ') }),
    );
    expect((await desk.payout(id)).status).toBe(404);
  });
});

describe('a new destination', () => {
  test('waits beside an earlier one, and its withdrawal can be canceled meanwhile', async () => {
    const player = await desk.bring();
    desk.set({ cooldownHours: 24 });
    const first = await player.withdraw('free', '10', 'A-1');
    expect((await desk.row(first)).sends_after).toBeNull();
    const { body: quote } = await player.call('withdrawal-quote', orderOf('free', '10', 'B-2'));
    const { now } = desk.server().core;
    expect(quote.sendsAfter).toBeGreaterThan(now().getTime() + 23 * hourMs);
    const [waiting, canceled] = [
      await player.withdraw('free', '10', 'B-2'),
      await player.withdraw('free', '10', 'B-2'),
    ];
    await desk.followUp();
    await desk.followUp(23 * hourMs);
    expect((await desk.payout(waiting)).status).toBe(404);
    const shown = await player.call('withdrawal-status', { withdrawalId: waiting });
    expect(shown.body).toMatchObject({ isCancelable: true, sendsAfter: expect.any(Number) });
    const ended = await player.call('withdrawal-cancel', { withdrawalId: canceled });
    expect(ended.body).toMatchObject({ status: 'CANCELED', sendsAfter: null });
    await desk.followUp(25 * hourMs);
    await expect.poll(async () => (await desk.payout(waiting)).status).toBe(200);
    expect((await desk.payout(canceled)).status).toBe(404);
    await desk.followUp();
    const again = await player.call('withdrawal-quote', orderOf('free', '10', 'A-1'));
    expect(again.body.sendsAfter).toBeNull();
  });
});

test('a country can forbid that its players cancel', async () => {
  const player = await desk.bring();
  desk.set({ approveUpTo: {}, noCancelIn: ['de'] });
  const withdrawalId = await player.withdraw('free', '40');
  const shown = await player.call('withdrawal-status', { withdrawalId });
  expect(shown.body).toMatchObject({ status: 'PENDING', isCancelable: false });
  const refused = await player.call('withdrawal-cancel', { withdrawalId });
  expect(refused.body.error.code).toBe('withdrawal.notOpen');
  desk.set({ noCancelIn: ['fr'] });
  const canceled = await player.call('withdrawal-cancel', { withdrawalId });
  expect(canceled.body.status).toBe('CANCELED');
});
