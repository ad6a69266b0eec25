import type { WithdrawalStatus } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, test } from 'vitest';
import {
  day,
  hour,
  insertDeposit,
  meetLimitedPlayer,
  method,
  refusal,
  start,
  useLimitsDesk,
} from '../../testing/limits-desk.ts';
import { requireWithdrawalAllowed } from './require-allowed.ts';

const { desk, run, wait, limit, deposit } = useLimitsDesk();

async function insertWithdrawal(amount: string, status: WithdrawalStatus): Promise<void> {
  const id = uuidv7();
  await desk.db
    .insertInto('withdrawals')
    .values({
      id,
      brand_id: desk.caller.brandId,
      player_id: desk.caller.playerId,
      reference: `KW-${id}`,
      payment_method: 'payout',
      connector: 'sandbox',
      status,
      amount,
      currency: 'EUR',
      hold_id: uuidv7(),
      settle_id: uuidv7(),
      return_id: uuidv7(),
      created_at: desk.now,
    })
    .execute();
}

const withdraw = (amount: string) =>
  run((tx) =>
    requireWithdrawalAllowed(desk.core, tx, desk.caller, {
      method,
      amount: { amount, currency: 'EUR' },
    }),
  );

describe('the limits of a player', () => {
  test('accept the remaining amount, and the error names the limit, the rest and the reset time', async () => {
    await limit('100');
    await deposit('60');
    wait(hour);
    expect(await refusal(deposit('40.01'))).toEqual({
      code: 'limit.exceeded',
      params: {
        limit: 'day',
        source: 'operator',
        max: '100.00',
        remaining: '40.00',
        currency: 'EUR',
        resetsAt: '2026-11-21T12:00:00.000Z',
      },
    });
    await deposit('40');
    expect(await refusal(deposit('5'))).toMatchObject({ params: { remaining: '0.00' } });
  });

  test.each([
    ['day', day],
    ['week', 7 * day],
    ['month', 30 * day],
  ] as const)('cover the last %s, to the second', async (period, length) => {
    await limit('100', { period });
    await deposit('100');
    wait(length - 1000);
    expect(await refusal(deposit('5'))).toMatchObject({ params: { limit: period } });
    wait(1000);
    await deposit('100');
  });

  test('all apply: the lowest one counts', async () => {
    await limit('100', { period: 'day' });
    await limit('150', { period: 'week' });
    await limit('90', { period: 'day', source: 'player' });
    expect(await refusal(deposit('95'))).toMatchObject({
      params: { limit: 'day', source: 'player', remaining: '90.00' },
    });
    await deposit('90');
    wait(day);
    expect(await refusal(deposit('61'))).toMatchObject({
      params: { limit: 'week', remaining: '60.00' },
    });
  });

  test("and the method's limit is named only if it is the lowest", async () => {
    await limit('300');
    expect(await refusal(deposit('501'))).toMatchObject({
      code: 'limit.exceeded',
      params: { limit: 'day', remaining: '300.00' },
    });
    await limit('1000');
    expect(await refusal(deposit('1001'))).toEqual({
      code: 'amount.aboveMax',
      params: { limit: '500', currency: 'EUR' },
    });
    await limit('3');
    expect(await refusal(deposit('4'))).toMatchObject({ code: 'limit.exceeded' });
    expect(await refusal(deposit('2'))).toMatchObject({ code: 'amount.belowMin' });
  });

  test.each([
    ['created', undefined, '100'],
    ['awaitingPlayer', undefined, '100'],
    ['awaitingConfirmation', undefined, '100'],
    ['crediting', '90', '90'],
    ['parked', undefined, '100'],
    ['processed', '30', '30'],
    ['processed', '130', '130'],
    ['declined', undefined, '0'],
    ['failed', undefined, '0'],
    ['canceled', undefined, '0'],
    ['autoCanceled', undefined, '0'],
  ] as const)(
    'count a deposit of 100 that is %s with %s credited as %s',
    async (status, credited, counted) => {
      await limit('500');
      await insertDeposit(desk, '100', { status, ...(credited === undefined ? {} : { credited }) });
      const remaining = `${500 - Number(counted)}.00`;
      expect(await refusal(deposit('501'))).toMatchObject({ params: { remaining } });
    },
  );

  test.each(['canceled', 'autoCanceled', 'declined'] as const)(
    'count a deposit that is %s until its late window ends, and reset then',
    async (status) => {
      await limit('100');
      await insertDeposit(desk, '60', { status, lateForMs: hour });
      await insertDeposit(desk, '30');
      expect(await refusal(deposit('20'))).toMatchObject({
        code: 'limit.exceeded',
        params: { remaining: '10.00', resetsAt: new Date(start + hour).toISOString() },
      });
      wait(hour);
      await deposit('70');
    },
  );

  test('count a late window no longer than the period of the limit', async () => {
    await limit('100');
    await insertDeposit(desk, '100', { status: 'autoCanceled', lateForMs: 3 * day });
    wait(hour);
    expect(await refusal(deposit('5'))).toMatchObject({
      params: { resetsAt: new Date(start + day).toISOString() },
    });
    wait(day - hour);
    await deposit('100');
  });

  test('count no late window of a deposit that was paid', async () => {
    await limit('100');
    await insertDeposit(desk, '100', { status: 'processed', credited: '40', lateForMs: hour });
    await deposit('60');
  });

  test('count a canceled deposit of an older release until it expires', async () => {
    await limit('100');
    await insertDeposit(desk, '100', { status: 'canceled', expiresInMs: hour / 2 });
    expect(await refusal(deposit('100'))).toMatchObject({ code: 'limit.exceeded' });
    wait(hour / 2);
    await deposit('100');
  });

  test('count a late payment from the time of its payment', async () => {
    await limit('100');
    const creditedAt = new Date(desk.now.getTime() + 30 * hour);
    await insertDeposit(desk, '100', { status: 'processed', credited: '100', creditedAt });
    wait(30 * hour + 1);
    expect(await refusal(deposit('5'))).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '0.00', resetsAt: new Date(start + 54 * hour).toISOString() },
    });
    wait(day);
    await deposit('100');
  });

  test.each([
    ['created', true],
    ['requested', true],
    ['inReview', true],
    ['approved', true],
    ['sending', true],
    ['unknown', true],
    ['sent', true],
    ['completed', true],
    ['rejected', false],
    ['canceled', false],
    ['failed', false],
    ['returned', false],
  ] as const)('count a withdrawal that is %s: %s', async (status, isCounted) => {
    await limit('200', { transaction: 'withdrawal' });
    await insertWithdrawal('100', status);
    expect(await refusal(withdraw('150'))).toEqual(
      isCounted ? expect.objectContaining({ code: 'limit.exceeded' }) : null,
    );
  });

  test('of deposits are separate from those of withdrawals', async () => {
    await limit('10', { transaction: 'deposit' });
    expect(await refusal(withdraw('100'))).toBeNull();
    expect(await refusal(deposit('100'))).toMatchObject({ code: 'limit.exceeded' });
  });

  test("don't count another player's payments, nor those of the same id in another brand", async () => {
    await limit('100');
    await insertDeposit(desk, '100', { of: await meetLimitedPlayer(desk.db, 'kassa') });
    await insertDeposit(desk, '100', { of: await meetLimitedPlayer(desk.db, 'other') });
    await deposit('100');
  });

  test('apply to simultaneous deposits together', async () => {
    await limit('100');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusal(deposit('30'))));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
    const { total } = await desk.db
      .selectFrom('deposits')
      .select(({ fn }) => fn.sum('account_amount').as('total'))
      .where('player_id', '=', desk.caller.playerId)
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(90);
  });

  test('in another currency than the account are compared at the rate', async () => {
    await limit('100', { currency: 'USD' });
    expect(await refusal(deposit('51'))).toMatchObject({
      params: { max: '50.00', remaining: '50.00', currency: 'EUR' },
    });
    await deposit('50');
  });

  test('are validated in the account’s currency, whatever the payment’s', async () => {
    await limit('100');
    expect(await refusal(deposit('202', { amount: '101', currency: 'EUR' }, 'USD'))).toMatchObject({
      params: { limit: 'day', remaining: '100.00', currency: 'EUR' },
    });
    await deposit('200', { amount: '100', currency: 'EUR' }, 'USD');
    await limit('1000');
    expect(await refusal(deposit('600', { amount: '300', currency: 'EUR' }, 'USD'))).toMatchObject({
      code: 'amount.aboveMax',
      params: { limit: '500', currency: 'USD' },
    });
  });

  test('leave nothing if there is no rate to compare with', async () => {
    await limit('100', { currency: 'GBP' });
    expect(await refusal(deposit('5'))).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '0.00', currency: 'EUR' },
    });
    expect(desk.warnings).toContainEqual({ brandId: 'kassa', period: 'day', currency: 'EUR' });
  });
});
