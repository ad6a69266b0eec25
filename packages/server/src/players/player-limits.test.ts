import { describe, expect, test } from 'vitest';
import { by, day, refusal, start, useLimitsDesk } from '../testing/limits-desk.ts';
import { clearPlayerLimit, listPlayerLimits } from './player-limits.ts';

const { desk, run, wait, limit, deposit } = useLimitsDesk();

const clear = (source: 'operator' | 'player') =>
  run((tx) =>
    clearPlayerLimit(desk.core, tx, desk.caller, {
      transaction: 'deposit',
      period: 'day',
      source,
      currency: 'EUR',
      ...by,
    }),
  );

describe('setting a limit', () => {
  test('a lower one takes effect at once, whoever sets it', async () => {
    for (const source of ['operator', 'player'] as const) {
      await limit('100', { source });
      const { before, after } = await limit('50', { source });
      expect(before).toMatchObject({ amount: '100', pending: null });
      expect(after).toMatchObject({ amount: '50', pending: null });
    }
    expect(await refusal(deposit('51'))).toMatchObject({ params: { max: '50.00' } });
  });

  test('a higher one of the player waits a day', async () => {
    await limit('50', { source: 'player' });
    const { after } = await limit('200', { source: 'player' });
    const from = new Date(start + day);
    expect(after).toMatchObject({ amount: '50', pending: { amount: '200', from } });
    wait(day - 1);
    expect(await refusal(deposit('51'))).toMatchObject({ code: 'limit.exceeded' });
    wait(1);
    await deposit('200');
    expect(await listPlayerLimits(desk.db, desk.caller, desk.now)).toMatchObject([
      { amount: '200', pending: null },
    ]);
  });

  test('a higher one of the operator takes effect at once', async () => {
    await limit('50');
    expect((await limit('200')).after).toMatchObject({ amount: '200', pending: null });
    await deposit('200');
  });

  test('a lower one cancels a higher one that still waits', async () => {
    await limit('50', { source: 'player' });
    await limit('200', { source: 'player' });
    await limit('50', { source: 'player' });
    wait(2 * day);
    expect(await refusal(deposit('51'))).toMatchObject({ params: { max: '50.00' } });
  });

  test('another higher one restarts the wait', async () => {
    await limit('50', { source: 'player' });
    await limit('100', { source: 'player' });
    wait(day - 1);
    await limit('300', { source: 'player' });
    wait(2);
    expect(await refusal(deposit('51'))).toMatchObject({ params: { max: '50.00' } });
  });

  test.each([
    ['nothing', '0', 'EUR'],
    ['less than nothing', '-5', 'EUR'],
    ['more decimals than the currency has', '5.001', 'EUR'],
    ['parts of a whole currency', '100.5', 'JPY'],
  ])('rejects %s', async (_, amount, currency) => {
    expect(await refusal(limit(amount, { currency }))).toEqual({
      code: 'request.invalid',
      params: { field: 'amount' },
    });
  });
});

describe('ending a limit', () => {
  test("takes effect at once for the operator's", async () => {
    await limit('50');
    expect(await clear('operator')).toMatchObject({ before: { amount: '50' }, after: null });
    await deposit('500');
    expect(await clear('operator')).toEqual({ before: null, after: null });
  });

  test("waits a day for the player's own", async () => {
    await limit('50', { source: 'player' });
    const { after } = await clear('player');
    expect(after).toMatchObject({ amount: '50', pending: { amount: null } });
    expect(await refusal(deposit('51'))).toMatchObject({ code: 'limit.exceeded' });
    wait(day);
    await deposit('51');
    expect(await listPlayerLimits(desk.db, desk.caller, desk.now)).toEqual([]);
    // A limit that is set after another one has ended counts as a first one: it takes effect at
    // once.
    expect((await limit('80', { source: 'player' })).after).toMatchObject({ amount: '80' });
  });
});
