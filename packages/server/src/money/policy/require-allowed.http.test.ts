import type { CallName } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type MethodState, setMethodSwitch } from '../../catalog/method-switches.ts';
import type { Tx } from '../../ground/database/connect.ts';
import { blockPlayer, type PlayerBlock } from '../../players/player-blocks.ts';
import { type LimitedTransaction, setPlayerLimit } from '../../players/player-limits.ts';
import { type PlayerRef, resolvePlayer } from '../../players/player-row.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let player: PlayerRef;
let token: string;

beforeAll(async () => {
  const rates = { kind: 'static', base: 'EUR', table: { JPY: '160' } };
  server = await startTestServer(
    {},
    { brand: { rates, withdrawals: { approveUpTo: { EUR: '50' } } } },
  );
});

afterAll(() => server.stop());

beforeEach(async () => {
  const externalId = uuidv7();
  const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
  player = { brandId: 'kassa', playerId };
  token = await server.token({ playerId: externalId });
});

const run = <Result>(act: (tx: Tx) => Promise<Result>) => server.core.db.transaction().execute(act);
const by = { actor: 'key "desk"', reason: 'a test' };

const limit = (amount: string, transaction: LimitedTransaction = 'deposit') =>
  run((tx) =>
    setPlayerLimit(server.core, tx, player, {
      transaction,
      period: 'day',
      source: 'operator',
      amount: { amount, currency: 'EUR' },
      ...by,
    }),
  );

const block = (part: Partial<PlayerBlock>) =>
  run((tx) =>
    blockPlayer(server.core, tx, player, {
      id: uuidv7(),
      what: 'all',
      source: 'operator',
      until: null,
      ...by,
      ...part,
    }),
  );

const turn = (method: string, state: MethodState) =>
  run((tx) => setMethodSwitch(server.core, tx, 'kassa', method, state, { ...by, until: null }));

const ask = (name: CallName, request: Record<string, unknown>) =>
  server.call(name, request, { token });

const deposit = (amount: string, paymentType = 'card', currency = 'EUR') =>
  ask('deposit-create', { amount, currency, paymentType });
const withdraw = (amount: string) =>
  ask('withdrawal-create', { amount, currency: 'EUR', paymentType: 'payout' });
const depositLimits = (currency = 'EUR') =>
  ask('deposit-limits', { currency, paymentType: 'card' });
const withdrawalLimits = () =>
  ask('withdrawal-limits', { currency: 'EUR', paymentMethod: 'payout' });

test.each([
  ['deposit-limits', 'card'],
  ['withdrawal-limits', 'payout'],
] as const)('%s takes the method by either name', async (call, method) => {
  const named = (names: object) => ask(call, { currency: 'EUR', ...names });
  const { status, body } = await named({ paymentType: method });
  expect([status, body.limitedBy]).toEqual([200, 'method']);
  expect((await named({ paymentMethod: method })).body).toEqual(body);
  expect((await named({ paymentType: method, paymentMethod: 'gone' })).body).toEqual(body);
  const refusal = await named({});
  expect([refusal.status, refusal.body.error.code]).toEqual([400, 'request.invalid']);
});

const unlimited = { limitedBy: 'method', remaining: null, resetsAt: null };

describe('a deposit that the player cancels', () => {
  const giveUp = async () => {
    const { body } = await deposit('100');
    expect((await ask('deposit-cancel', { depositId: body.depositId })).status).toBe(200);
  };

  test('frees their limit as soon as the provider confirms that its page is closed', async () => {
    await limit('100');
    await giveUp();
    expect((await deposit('100')).status).toBe(200);
  });
});

describe('the limits in the response to a player', () => {
  test("are the method's if the player has none of their own", async () => {
    expect(await depositLimits()).toEqual({
      status: 200,
      body: { min: '10', max: '1000', ...unlimited },
    });
    const ofWithdrawals = { min: '20', max: '500', ...unlimited, forfeitedBonuses: [] };
    expect((await withdrawalLimits()).body).toEqual(ofWithdrawals);
  });

  test('are the lowest ones, with their source and the remaining amount', async () => {
    await limit('100');
    await limit('450', 'withdrawal');
    expect((await depositLimits()).body).toEqual({
      min: '10',
      max: '100.00',
      limitedBy: 'day',
      remaining: '100.00',
      resetsAt: null,
    });
    expect((await withdrawalLimits()).body).toMatchObject({ max: '450.00', limitedBy: 'day' });
    await limit('600', 'withdrawal');
    expect((await withdrawalLimits()).body).toMatchObject({
      max: '500',
      limitedBy: 'method',
      remaining: '600.00',
    });
  });

  test('are below the minimum if too little remains', async () => {
    await limit('100');
    const { body } = await deposit('95');
    const { created_at } = await server.core.db
      .selectFrom('deposits')
      .select('created_at')
      .where('id', '=', body.depositId)
      .executeTakeFirstOrThrow();
    expect((await depositLimits()).body).toEqual({
      min: '10',
      max: '5.00',
      limitedBy: 'day',
      remaining: '5.00',
      resetsAt: new Date(created_at.getTime() + 24 * 60 * 60_000).toISOString(),
    });
    await limit('95');
    expect((await depositLimits()).body).toMatchObject({ min: '10', max: '0.00' });
  });

  test('are in the currency of the payment', async () => {
    await limit('100');
    expect((await depositLimits('JPY')).body).toMatchObject({
      min: '1000',
      max: '16000',
      limitedBy: 'day',
    });
    const refused = await deposit('16002', 'card', 'JPY');
    expect(refused.body.error).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '100.00', currency: 'EUR' },
    });
    expect((await deposit('16000', 'card', 'JPY')).status).toBe(200);
  });

  test('are rejected for a method that is not offered', async () => {
    const { status, body } = await ask('deposit-limits', {
      currency: 'EUR',
      paymentMethod: 'payout',
    });
    expect({ status, code: body.error.code }).toEqual({ status: 422, code: 'method.unavailable' });
  });
});

test('simultaneous deposits share one limit', async () => {
  await limit('100');
  const answers = await Promise.all(Array.from({ length: 6 }, () => deposit('40')));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422, 422, 422]);
  for (const { body } of answers.filter(({ status }) => status === 422)) {
    expect(body.error).toMatchObject({ code: 'limit.exceeded', params: { limit: 'day' } });
  }
  expect((await depositLimits()).body).toMatchObject({ remaining: '20.00' });
});

test('a withdrawal is validated against the limits of withdrawals', async () => {
  await limit('50', 'withdrawal');
  expect((await withdraw('60')).body.error).toMatchObject({
    code: 'limit.exceeded',
    params: { limit: 'day', remaining: '50.00' },
  });
  // Within the limit the balance is the reason of the rejection.
  expect((await withdraw('50')).body.error.code).toBe('balance.insufficient');
});

describe('a player who is blocked', () => {
  test('can neither deposit nor withdraw, and still sees the status of their deposit', async () => {
    const { body } = await deposit('50');
    await block({ until: new Date(Date.now() + 60_000) });
    for (const refused of [
      await deposit('50'),
      await withdraw('50'),
      await depositLimits(),
      await withdrawalLimits(),
    ]) {
      expect(refused).toMatchObject({
        status: 403,
        body: { error: { code: 'player.blocked', params: { until: expect.any(String) } } },
      });
    }
    const request = { depositId: body.depositId, paymentMethod: 'card' };
    expect((await ask('deposit-status', request)).status).toBe(200);
    expect((await ask('user-get', {})).status).toBe(200);
  });

  test('by self-exclusion from deposits can still withdraw', async () => {
    await block({ what: 'deposits', source: 'selfExclusion' });
    expect((await deposit('50')).body.error).toMatchObject({
      code: 'player.selfExcluded',
      params: {},
    });
    expect((await withdraw('50')).body.error.code).toBe('balance.insufficient');
  });
});

describe('a method that is switched', () => {
  const offered = async () =>
    (await ask('methods-payment-v3', {})).body.methods.map(
      ({ name, unavailable }: { name: string; unavailable?: object }) =>
        unavailable ? `${name} (maintenance)` : name,
    );

  test('off is neither offered nor accepted, and open deposits continue', async () => {
    const { body } = await deposit('50');
    await turn('card', 'off');
    expect(await offered()).toEqual(['large_transfer']);
    expect((await deposit('50')).body.error.code).toBe('method.unavailable');
    expect((await depositLimits()).body.error.code).toBe('method.unavailable');
    const request = { depositId: body.depositId, paymentMethod: 'card' };
    expect((await ask('deposit-status', request)).body).toMatchObject({ status: 'PENDING' });
    await turn('card', 'on');
    expect(await offered()).toEqual(['card', 'large_transfer']);
    expect((await deposit('50')).status).toBe(200);
  });

  test('to maintenance is offered as such and not accepted', async () => {
    await turn('card', 'maintenance');
    expect(await offered()).toEqual(['card (maintenance)', 'large_transfer']);
    expect((await deposit('50')).body.error.code).toBe('method.maintenance');
    await turn('card', 'on');
  });

  test('is switched for withdrawals as well', async () => {
    const names = async () =>
      (await ask('methods-withdrawal', {})).body.methods.map(({ name }: { name: string }) => name);
    expect(await names()).toEqual(['payout', 'bank_payout']);
    await turn('payout', 'off');
    expect(await names()).toEqual(['bank_payout']);
    expect((await withdraw('50')).body.error.code).toBe('method.unavailable');
    await turn('payout', 'on');
  });
});
