import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Connector, CreateOutcome } from '../../connectors/connector.ts';
import { hour, minute, noAnswer, useEndingDesk } from '../../testing/ending-desk.ts';
import { endDeposit } from '../deposits/end-deposit.ts';
import { lockDepositAndPlayer } from '../deposits/load-deposit.ts';

const { desk, act, behave, call, checkIn, deposit, setLimit, show, statusAtProvider, tryToOpen } =
  useEndingDesk();

/** Every player here has a limit of 100 a day, and opens pages for all of it. */
beforeEach(() => setLimit('100'));

const inTime = (ms: number) => desk.server.later(ms, () => tryToOpen());
const loseAnswers = () => vi.spyOn(desk.connector, 'cancel').mockResolvedValue(noAnswer);

describe('a deposit that nobody pays in time', () => {
  test('is canceled at the provider, and frees the limit at once', async () => {
    const { depositId } = await deposit();
    await checkIn(31 * minute);
    expect(await statusAtProvider(depositId)).toBe('canceled');
    expect(await show(depositId)).toMatchObject({
      status: 'autoCanceled',
      providerCancel: 'canceled',
    });
    expect(await inTime(31 * minute)).toBe('open');
  });

  test('counts until its late window ends if the provider can’t cancel it', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId, paymentId } = await deposit();
    await checkIn(31 * minute);
    expect(await statusAtProvider(depositId)).toBe('pending');
    const shown = await show(depositId);
    expect(shown).toMatchObject({ status: 'autoCanceled', providerCancel: 'cannotCancel' });
    expect(await inTime(31 * minute)).toBe('limit.exceeded');
    // The limit's own day ends before the window does, counted from the deposit's creation.
    expect(await inTime(23 * hour)).toBe('limit.exceeded');
    expect(await inTime(24 * hour + minute)).toBe('open');
    // Money that comes nevertheless is above what the second deposit leaves of the limit.
    await desk.server.provider('POST', `/v1/payments/${paymentId}/receipts`, { amount: '100' });
    await expect.poll(async () => (await show(depositId)).status).toBe('parked');
    expect(await show(depositId)).toMatchObject({
      creditedAmount: '0',
      payments: [{ parkedCode: 'aboveLimit' }],
    });
  });

  test('is canceled again at the next checks while the provider gives no answer', async () => {
    const { depositId } = await deposit();
    const cancel = loseAnswers();
    await checkIn(31 * minute);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect((await show(depositId)).providerCancel).toBeNull();
    expect(await inTime(31 * minute)).toBe('limit.exceeded');
    await checkIn(32 * minute);
    expect(cancel).toHaveBeenCalledTimes(2);
    cancel.mockRestore();
    await checkIn(3 * hour);
    expect(await show(depositId)).toMatchObject({ providerCancel: 'canceled' });
    expect(await inTime(3 * hour)).toBe('open');
  });

  test('is canceled no more once its late window is over', async () => {
    await deposit();
    const cancel = loseAnswers();
    await checkIn(31 * minute);
    cancel.mockClear();
    await checkIn(25 * hour);
    await checkIn(26 * hour);
    expect(cancel).not.toHaveBeenCalled();
  });

  test('frees the limit if the provider reports it as declined', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId, paymentId } = await deposit();
    await checkIn(31 * minute);
    await desk.server.provider('POST', `/v1/payments/${paymentId}/decline`, {});
    await checkIn(2 * hour);
    expect(await show(depositId)).toMatchObject({ status: 'autoCanceled' });
    expect(await inTime(2 * hour)).toBe('open');
  });
});

describe('a deposit whose creation got no answer', () => {
  const loseAnswer = (create: Connector['create']) =>
    vi.spyOn(desk.connector, 'create').mockImplementationOnce(create);

  test.each(['canceled', 'cannotCancel'] as const)(
    'frees the limit once the provider doesn’t know it, and no request can be on its way: %s',
    async (kind) => {
      vi.spyOn(desk.connector, 'cancel').mockResolvedValue({ kind });
      loseAnswer(async () => noAnswer);
      expect(await tryToOpen()).toBe('provider.timeout');
      await checkIn(31 * minute);
      expect(await inTime(31 * minute)).toBe('limit.exceeded');
      await checkIn(32 * minute);
      expect(await inTime(32 * minute)).toBe('open');
    },
  );

  test('and that the player cancels meanwhile counts until its page is closed', async () => {
    await behave({ cancel: 'impossible' });
    const { create } = desk.connector;
    let depositId = '';
    loseAnswer(async (order): Promise<CreateOutcome> => {
      depositId = order.depositId;
      // The provider knows nothing yet, and says so.
      await call('deposit-cancel', { depositId });
      expect(await tryToOpen()).toBe('limit.exceeded');
      return create(order);
    });
    expect(await tryToOpen()).toBe('deposit.notOpen');
    expect(await show(depositId)).toMatchObject({
      status: 'canceled',
      providerCancel: 'cannotCancel',
    });
    expect(await tryToOpen()).toBe('limit.exceeded');
  });

  test('and that expires meanwhile is canceled at the provider as soon as it is created', async () => {
    const { create } = desk.connector;
    let depositId = '';
    loseAnswer(async (order): Promise<CreateOutcome> => {
      depositId = order.depositId;
      await checkIn(31 * minute);
      return create(order);
    });
    expect(await tryToOpen()).toBe('deposit.notOpen');
    expect(await statusAtProvider(depositId)).toBe('canceled');
    expect(await show(depositId)).toMatchObject({
      status: 'autoCanceled',
      providerCancel: 'canceled',
    });
  });
});

describe("an operator's decline", () => {
  const decline = (depositId: string) => act('deposits-decline', { depositId });

  test('cancels the deposit at the provider, and frees the limit at once', async () => {
    const { depositId } = await deposit();
    await decline(depositId);
    expect(await statusAtProvider(depositId)).toBe('canceled');
    expect(await tryToOpen()).toBe('open');
  });

  test('leaves it counted if the provider can’t cancel it', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId } = await deposit();
    await decline(depositId);
    expect(await show(depositId)).toMatchObject({
      status: 'declined',
      providerCancel: 'cannotCancel',
      lateUntil: expect.any(String),
    });
    expect(await tryToOpen()).toBe('limit.exceeded');
  });
});

describe("a player's cancel", () => {
  const cancel = (depositId: string) => call('deposit-cancel', { depositId });

  test('that the provider can’t do leaves the deposit counted until its late window ends', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId } = await deposit();
    const { body } = await cancel(depositId);
    expect(body).toMatchObject({ status: 'CANCELED' });
    expect(body).not.toHaveProperty('isUnpaid');
    expect((await show(depositId)).providerCancel).toBe('cannotCancel');
    expect(await inTime(23 * hour)).toBe('limit.exceeded');
    expect(await inTime(24 * hour + minute)).toBe('open');
  });

  test('is told as unpaid once the provider says that nobody paid', async () => {
    const { depositId } = await deposit();
    expect((await cancel(depositId)).body).toMatchObject({ status: 'CANCELED', isUnpaid: true });
  });

  test('is told as unpaid once the provider cancels it later, by itself', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId, paymentId } = await deposit();
    await cancel(depositId);
    await behave({ cancel: 'possible' });
    await desk.server.provider('POST', `/v1/payments/${paymentId}/cancel`, {});
    await checkIn(2 * hour);
    expect((await show(depositId)).providerCancel).toBe('canceled');
    const { body } = await call('deposit-status', { depositId, paymentMethod: 'card' });
    expect(body).toMatchObject({ status: 'CANCELED', isUnpaid: true });
    expect(await inTime(2 * hour)).toBe('open');
  });

  test('whose request got no answer is repeated', async () => {
    const { depositId } = await deposit();
    vi.spyOn(desk.connector, 'cancel').mockResolvedValueOnce(noAnswer);
    await cancel(depositId);
    expect(await tryToOpen()).toBe('limit.exceeded');
    await checkIn(minute);
    expect(await statusAtProvider(depositId)).toBe('canceled');
    const { body } = await call('deposit-status', { depositId, paymentMethod: 'card' });
    expect(body).toMatchObject({ isUnpaid: true });
    expect(await inTime(minute)).toBe('open');
  });

  test('by a process that dies before it asks the provider is done by the follow-up', async () => {
    const { depositId } = await deposit();
    const { core } = desk.server;
    await core.db.transaction().execute(async (tx) => {
      const row = await lockDepositAndPlayer(tx, { brandId: 'kassa' }, depositId);
      if (row !== undefined) await endDeposit(core, tx, row, 'canceled', { reason: 'a test' });
    });
    await checkIn(minute);
    expect(await show(depositId)).toMatchObject({ providerCancel: 'canceled' });
    expect(await inTime(minute)).toBe('open');
  });
});

describe('the late window of a method', () => {
  const setHours = (lateWindowHours: number) => {
    const { methods, ...rest } = desk.server.core.catalogOf('kassa');
    const changed = methods.map((method) => ({ ...method, lateWindowHours }));
    vi.spyOn(desk.server.core, 'catalogOf').mockReturnValue({ ...rest, methods: changed });
  };

  test('is its own', async () => {
    setHours(2);
    await behave({ cancel: 'impossible' });
    await deposit();
    await checkIn(31 * minute);
    expect(await inTime(2.4 * hour)).toBe('limit.exceeded');
    expect(await inTime(2.6 * hour)).toBe('open');
  });

  test('may be none; the deposit is canceled at the provider all the same', async () => {
    setHours(0);
    const { depositId } = await deposit();
    await checkIn(31 * minute);
    expect(await statusAtProvider(depositId)).toBe('canceled');
    expect(await show(depositId)).toMatchObject({ providerCancel: 'canceled' });
  });

  test('ends with money: once it was returned, the deposit counts no more', async () => {
    await behave({ cancel: 'impossible' });
    const { depositId, paymentId } = await deposit();
    await checkIn(31 * minute);
    const inRupees = { amount: '9000', currency: 'INR' };
    await desk.server.provider('POST', `/v1/payments/${paymentId}/receipts`, inRupees);
    await expect.poll(async () => (await show(depositId)).status).toBe('parked');
    expect(await inTime(31 * minute)).toBe('limit.exceeded');
    const [payment] = (await show(depositId)).payments;
    await act('payments-resolve', { paymentId: payment.id, resolution: 'return' });
    expect(await show(depositId)).toMatchObject({ status: 'declined', lateUntil: null });
    expect(await inTime(31 * minute)).toBe('open');
  });
});
