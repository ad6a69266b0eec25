import { CallError } from '@kassa/contract';
import { expect, test } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { useWithdrawalDesk } from '../../testing/withdrawal-desk.ts';

const desk = useWithdrawalDesk();

test('a player with money has nothing in the way', async () => {
  const player = await desk.bring();
  const { body } = await player.call('methods-withdrawal');
  expect(body.obstacle).toBeUndefined();
  expect(body.forfeitedBonuses).toEqual([]);
  expect(body.methods.length).toBeGreaterThan(0);
});

test('a balance below the lowest minimum is in the way', async () => {
  const player = await desk.meet();
  const { body } = await player.call('methods-withdrawal');
  expect(body.obstacle).toEqual({ kind: 'belowMinimum', min: '1', currency: 'EUR' });
});

test('so is the identity of a player, unless it is verified or leaves enough', async () => {
  const player = await desk.bring();
  const obstacle = async (of = player) =>
    (await of.call('methods-withdrawal')).body.obstacle?.kind ?? null;
  desk.set({ unverifiedUpTo: {} });
  expect(await obstacle()).toBe('unverified');
  desk.set({ unverifiedUpTo: { EUR: '30' } });
  expect(await obstacle()).toBeNull();
  await player.withdraw('free', '29.50');
  expect(await obstacle()).toBe('unverified');
  const verified = await desk.bring({ verified: true });
  expect(await obstacle(verified)).toBeNull();
});

test('so is what has still to be wagered', async () => {
  const player = await desk.bring();
  desk.set({ turnover: '1.5' });
  const { body } = await player.call('methods-withdrawal');
  expect(body.obstacle).toEqual({ kind: 'turnover', missing: '150.00', currency: 'EUR' });
});

test("the operator's wallet is asked for the balance, and may not answer", async () => {
  const player = await desk.meet();
  const { wallet, end } = desk.useWallet();
  try {
    const obstacle = async () => (await player.call('methods-withdrawal')).body.obstacle;
    expect(await obstacle()).toMatchObject({ kind: 'belowMinimum' });
    wallet.balances.set(player.externalId, '5');
    expect(await obstacle()).toBeUndefined();
    const silent = new CallError('server.unavailable', 'The wallet does not answer.');
    wallet.profile = () => Promise.reject(silent);
    expect(await obstacle()).toBeUndefined();
  } finally {
    end();
  }
});

test('a block is named alone', async () => {
  const player = await desk.meet();
  await player.call('methods-withdrawal');
  const block = { player: player.externalId, what: 'withdrawals', reason: 'for a test' };
  expect((await desk.operator().ask('players-block', block)).status).toBe(200);
  const { body } = await player.call('methods-withdrawal');
  expect(body).toMatchObject({ block: { reason: 'blocked' } });
  expect(body.obstacle).toBeUndefined();
});

test('the first method that pays the last paid deposit back is the way back', async () => {
  const { core } = desk.server();
  const { catalogOf } = core;
  const wayBack = async () => (await player.call('methods-withdrawal')).body.wayBack;
  const player = await desk.bring();
  const { body: known } = await player.call('deposit-list');
  const paid: string = known.lastPaid.paymentMethod;
  const part = { transaction: 'withdrawal' } as const;
  const catalog = {
    ...catalogOf('kassa'),
    methods: [
      buildMethod('to_other', { ...part, paysBack: ['another'], position: 1 }),
      buildMethod('to_same', { ...part, paysBack: [paid], position: 2 }),
      buildMethod('to_same_too', { ...part, paysBack: [paid], position: 3 }),
    ],
  };
  core.catalogOf = () => catalog;
  try {
    expect(await wayBack()).toBe('to_same');
    const stranger = await desk.meet();
    expect((await stranger.call('methods-withdrawal')).body.wayBack).toBeUndefined();
  } finally {
    core.catalogOf = catalogOf;
  }
});

test('a method that pays back to a card is unavailable to a player without one', async () => {
  const { core } = desk.server();
  const { catalogOf } = core;
  const part = { transaction: 'withdrawal', paysToInstrument: true } as const;
  const catalog = {
    ...catalogOf('kassa'),
    methods: [
      ...catalogOf('kassa').methods,
      buildMethod('to_card', { ...part, paysBack: ['card'] }),
      buildMethod('to_other_card', { ...part, paysBack: ['large_transfer'] }),
    ],
  };
  core.catalogOf = () => catalog;
  const turn = (state: 'on' | 'maintenance') =>
    core.db.transaction().execute((tx) =>
      setMethodSwitch(core, tx, 'kassa', 'to_card', state, {
        reason: 'to be tried',
        shownReason: 'bank',
        actor: 'a test',
        until: null,
      }),
    );
  try {
    const [newcomer, player] = [await desk.meet(), await desk.bring()];
    const unavailable = async (of = player) => {
      const { methods } = (await of.call('methods-withdrawal')).body;
      const found = ['free', 'to_card', 'to_other_card'].map((name) =>
        methods.find((method: { name: string }) => method.name === name),
      );
      return found.map((method) => method.unavailable ?? null);
    };
    const without = { reason: 'instrument' };
    expect(await unavailable(newcomer)).toEqual([null, without, without]);
    expect(await unavailable()).toEqual([null, null, without]);
    await turn('maintenance');
    expect(await unavailable(newcomer)).toEqual([null, { reason: 'bank' }, without]);
    await turn('on');
  } finally {
    core.catalogOf = catalogOf;
  }
});
