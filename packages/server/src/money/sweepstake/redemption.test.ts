import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { type SweepstakePlayer, useSweepstakeDesk } from '../../testing/sweepstake-desk.ts';

const { desk, rates, sweepCoin, sweepstake, bring, buy, atProvider } = useSweepstakeDesk();

let operator: OperatorClient | undefined;
const ask = async (name: string, fields: object) => {
  operator ??= await createOperator(desk.server);
  const reply = await operator.ask(name, { ...fields });
  expect([reply.status, reply.body.error]).toEqual([200, undefined]);
  return reply.body;
};

/** Reports everything that a player ever wagered. */
const play = ({ externalId }: SweepstakePlayer, total: string) =>
  ask('players-report-turnover', { player: externalId, currency: 'QSC', total });

const order = (amount: string, part: object = {}) => ({
  amount,
  currency: 'QSC',
  paymentType: 'bitcoin_out',
  fields: { address: 'TXYZopYRdj2D9XRtbG411XZZ3kM5VkAeBf' },
  ...part,
});
const quote = (player: SweepstakePlayer, amount: string, part: object = {}) =>
  player.call('withdrawal-quote', order(amount, part));
const create = (player: SweepstakePlayer, amount: string, part: object = {}) =>
  player.call('withdrawal-create', order(amount, part));
const code = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;
const recoup = async (player: SweepstakePlayer, currency = 'QSC') =>
  (await player.call('sweepstake-recoup-sum', { currency })).body.data;

/** Brings a player with 10 sweep coins that are played. */
const bringPlayed = async (claims: object = {}) => {
  const player = await bring(claims);
  await buy(player, 'usual');
  await play(player, '10');
  return player;
};

afterEach(() => {
  sweepCoin.rate = '1';
  rates.USDT = '1.1';
  Object.assign(sweepstake, { playthrough: '1', excludedRegions: ['us-wa', 'gb'] });
});

test('both coins have a balance', async () => {
  const player = await bring();
  await buy(player, 'usual');
  expect((await player.call('sweepstake-balance-get')).body).toEqual([
    { currency: 'QSC', balance: '10.00' },
    { currency: 'QGC', balance: '100000.00' },
  ]);
});

describe('what can be redeemed', () => {
  test.each([
    ['0', '0', '0.00', '10.00', '10.00'],
    ['4', '0', '4.00', '6.00', '6.00'],
    ['10', '0', '10.00', '0.00', '0.00'],
    ['11', '0', '10.00', '0.00', '0.00'],
  ])('after bets of %s', async (played, _, amount, unplayed, missingPlay) => {
    const player = await bring();
    await buy(player, 'usual');
    await play(player, played);
    const status = unplayed === '0.00' ? 'available' : 'playthrough';
    expect(await recoup(player)).toEqual({
      status,
      amount,
      balance: '10.00',
      unplayed,
      missingPlay,
      owed: '0.00',
    });
  });

  test('of coins that are played three times is the part that was', async () => {
    sweepstake.playthrough = '3';
    const player = await bring();
    await buy(player, 'usual');
    await play(player, '10');
    expect(await recoup(player)).toMatchObject({
      amount: '3.33',
      unplayed: '6.67',
      missingPlay: '20.00',
    });
  });

  test('without playthrough is everything', async () => {
    sweepstake.playthrough = '0';
    const player = await bring();
    await buy(player, 'usual');
    expect(await recoup(player)).toMatchObject({ status: 'available', amount: '10.00' });
  });

  test('of several packages counts the oldest first', async () => {
    const player = await bring();
    await buy(player, 'usual');
    await buy(player, 'dear');
    await play(player, '12');
    expect(await recoup(player)).toMatchObject({ amount: '12.00', unplayed: '103.00' });
  });

  test('is no coins that were given after the bets', async () => {
    const player = await bring();
    await buy(player, 'usual');
    await play(player, '500');
    await buy(player, 'dear');
    const before = { amount: '10.00', unplayed: '105.00', missingPlay: '105.00' };
    expect(await recoup(player)).toMatchObject(before);
    expect(code(await create(player, '11'))).toBe('payout.playthrough');
    await play(player, '540');
    const after = { amount: '50.00', unplayed: '65.00', missingPlay: '65.00' };
    expect(await recoup(player)).toMatchObject(after);
  });

  test('is no coins that were played with those of a package that was taken back', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await buy(player, 'usual');
    await play(player, '10');
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    expect(await recoup(player)).toMatchObject({
      balance: '10.00',
      amount: '0.00',
      missingPlay: '10.00',
    });
  });

  test('is not kept from by a package that was taken back unplayed', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await buy(player, 'usual');
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    await play(player, '10');
    expect(await recoup(player)).toMatchObject({ amount: '10.00', missingPlay: '0.00' });
  });

  test('has no more unplayed coins than there are', async () => {
    const player = await bring();
    await buy(player, 'usual');
    await ask('corrections-create', {
      player: player.externalId,
      direction: 'debit',
      amount: '7',
      currency: 'QSC',
      reason: 'taken by a person',
    });
    expect(await recoup(player)).toMatchObject({ balance: '3.00', unplayed: '3.00' });
  });

  test('is less by what is owed', async () => {
    const player = await bring();
    const depositId = await buy(player, 'usual');
    await ask('corrections-create', {
      player: player.externalId,
      direction: 'debit',
      amount: '10',
      currency: 'QSC',
      reason: 'lost in a game',
    });
    await play(player, '20');
    await atProvider(depositId, 'reversals', { kind: 'chargeback', amount: '9.99' });
    await ask('corrections-create', {
      player: player.externalId,
      direction: 'credit',
      amount: '25',
      currency: 'QSC',
      reason: 'won in a game',
    });
    expect(await recoup(player)).toMatchObject({ status: 'debt', owed: '10.00', amount: '15.00' });
    expect(code(await create(player, '15.01'))).toBe('payout.playthrough');
  });

  test('is never gold coins', async () => {
    const player = await bringPlayed();
    expect(await recoup(player, 'QGC')).toMatchObject({
      status: 'neverRedeemable',
      amount: '0.00',
      balance: '100000.00',
    });
  });

  test('is no money', async () => {
    expect(code(await (await bring()).call('sweepstake-recoup-sum', { currency: 'USD' }))).toBe(
      'currency.unsupported',
    );
  });

  test.each([
    ['region', { region: 'us-wa' }],
    ['regionUnknown', { region: undefined }],
    ['age', { of_age: false }],
  ])('is nothing for a player who takes no part: %s', async (status, claims) => {
    const data = await recoup(await bring(claims));
    expect(data).toMatchObject({ status, amount: '0.00' });
  });
});

describe('a redemption', () => {
  test('brings what its quote says', async () => {
    const player = await bringPlayed();
    const { body } = await quote(player, '10');
    expect(body).toMatchObject({
      leaves: { amount: '10.00', currency: 'QSC' },
      arrives: { amount: '10.00000000', currency: 'USDT' },
      rate: '1',
      rateLock: { code: expect.any(String) },
    });
    const { code: rateLock } = body.rateLock;
    const created = await create(player, '10', { expected: body.arrives, rateLock });
    expect([created.status, created.body.error]).toEqual([200, undefined]);
    expect(await player.coins()).toEqual({ gcAmount: '100000', scAmount: '0' });
  });

  test('of more than was played is refused, and nothing is held', async () => {
    const player = await bring();
    await buy(player, 'usual');
    await play(player, '4');
    const refused = await quote(player, '5');
    expect([code(refused), refused.body.error.params]).toEqual([
      'payout.playthrough',
      { amount: '4.00', currency: 'QSC' },
    ]);
    expect(code(await create(player, '5'))).toBe('payout.playthrough');
    expect(await player.coins()).toMatchObject({ scAmount: '10' });
  });

  test('of gold coins is refused', async () => {
    const player = await bringPlayed();
    for (const act of [quote, create]) {
      expect(code(await act(player, '10', { currency: 'QGC' }))).toBe('currency.unsupported');
    }
    expect(await player.coins()).toEqual({ gcAmount: '100000', scAmount: '10' });
  });

  test.each([
    ['an excluded region', 'sweepstake.excluded', { region: 'us-wa' }],
    ['no known region', 'sweepstake.excluded', { region: undefined }],
    ['no age', 'sweepstake.underage', { of_age: undefined }],
  ])('with %s is refused', async (_, refused, claims) => {
    expect(code(await quote(await bring(claims), '10'))).toBe(refused);
    expect(code(await create(await bring(claims), '10'))).toBe(refused);
  });

  test('of a player whose identity isn’t verified is refused', async () => {
    const player = await bring({ verified: undefined });
    expect([code(await quote(player, '10')), (await recoup(player)).status]).toEqual([
      'payout.unverified',
      'unverified',
    ]);
  });

  test.each([
    ['a rate of zero', () => Object.assign(sweepCoin, { rate: '0' })],
    ['no rate of its coin', () => Reflect.deleteProperty(rates, 'USDT')],
  ])('with %s is refused, and the conversion is zero', async (_, change) => {
    const player = await bringPlayed();
    change();
    const asked = { amount: '10', currency: 'QSC', toCurrency: 'USDT' };
    expect((await player.call('payment-convert-v2', asked)).body).toEqual({
      amount: '0.00000000',
      currency: 'USDT',
      rate: null,
    });
    expect(code(await quote(player, '10'))).toBe('currency.unsupported');
    expect(code(await create(player, '10'))).toBe('currency.unsupported');
    expect(await player.coins()).toMatchObject({ scAmount: '10' });
  });

  test('is within a limit in money, at what the coins are worth', async () => {
    sweepCoin.rate = '2';
    const player = await bringPlayed();
    const limit = { transaction: 'withdrawal', period: 'day', currency: 'USD', reason: 'a test' };
    await ask('players-set-limit', { player: player.externalId, ...limit, amount: '19.98' });
    const refused = await quote(player, '10');
    expect([code(refused), refused.body.error.params]).toMatchObject([
      'limit.exceeded',
      { remaining: '9.99', currency: 'QSC' },
    ]);
    expect(code(await quote(player, '9.99'))).toBeUndefined();
  });

  test('within the time of its rate keeps it', async () => {
    const player = await bringPlayed();
    const { body } = await quote(player, '10');
    rates.USDT = '0.55';
    const { code: rateLock } = body.rateLock;
    const created = await create(player, '10', { expected: body.arrives, rateLock });
    expect([created.status, created.body.error]).toEqual([200, undefined]);
  });

  test('after the time of its rate is at the present one', async () => {
    const player = await bringPlayed();
    const { body } = await quote(player, '10');
    rates.USDT = '0.55';
    const { code: rateLock } = body.rateLock;
    const late = await desk.server.later(60_001, () =>
      create(player, '10', { expected: body.arrives, rateLock }),
    );
    expect([code(late), late.body.error.params.amount]).toEqual(['quote.changed', '5.00000000']);
  });

  test('with the rate of another player, or a changed one, is at the present one', async () => {
    const other = await bringPlayed();
    const { body } = await quote(other, '10');
    rates.USDT = '0.55';
    const player = await bringPlayed();
    const [text = '', mark = ''] = body.rateLock.code.split('.');
    const lock = JSON.parse(Buffer.from(text, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...lock, rate: '1000' })).toString('base64url');
    for (const rateLock of [body.rateLock.code, `${forged}.${mark}`, 'nonsense', 'a.b.c', '.']) {
      expect(code(await create(player, '10', { expected: body.arrives, rateLock }))).toBe(
        'quote.changed',
      );
    }
  });
});

describe('a free entry', () => {
  const grant = async (player: SweepstakePlayer, part: object = {}) => {
    operator ??= await createOperator(desk.server);
    return operator.ask('players-grant-free-entry', {
      player: player.externalId,
      entry: uuidv7(),
      sweep: '5',
      reason: 'a letter',
      ...part,
    });
  };

  test('gives sweep coins without a purchase, to be played like others', async () => {
    const player = await bring();
    const { status, body } = await grant(player);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(await player.coins()).toEqual({ gcAmount: '0', scAmount: '5' });
    expect(await recoup(player)).toMatchObject({ amount: '0.00', unplayed: '5.00' });
  });

  test('is given once', async () => {
    const player = await bring();
    const entry = uuidv7();
    const first = await grant(player, { entry, gold: '100' });
    const again = await grant(player, { entry, gold: '100' });
    expect(again.body.grantId).toBe(first.body.grantId);
    expect(await player.coins()).toEqual({ gcAmount: '100', scAmount: '5' });
    const other = await grant(player, { entry, sweep: '6' });
    expect([other.status, code(other)]).toEqual([409, 'entry.used']);
    const another = await grant(await bring(), { entry, gold: '100' });
    expect(code(another)).toBe('entry.used');
  });

  test.each([
    ['nothing', { sweep: '0' }],
    ['less than nothing', { sweep: '-1' }],
    ['a part of the smallest coin', { sweep: '0.001' }],
  ])('of %s is refused', async (_, part) => {
    expect((await grant(await bring(), part)).status).toBe(422);
  });
});
