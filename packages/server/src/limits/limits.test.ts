import type {
  CallError,
  DepositStatus,
  FieldValues,
  Money,
  WithdrawalStatus,
} from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CatalogMethod } from '../catalog/catalog-schema.ts';
import { connect, type Db, type Tx } from '../db/connect.ts';
import type { Caller } from '../players/caller.ts';
import { lockPlayer } from '../players/lock-player.ts';
import { buildStaticRates } from '../rates/static-rates.ts';
import { buildMethod } from '../testing/build-method.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { loadPayable } from './load-payable.ts';
import type { LimitsCore } from './load-windows.ts';
import {
  clearPlayerLimit,
  type LimitPeriod,
  listPlayerLimits,
  setPlayerLimit,
} from './player-limits.ts';
import { requireDepositAllowed, requireWithdrawalAllowed } from './require-allowed.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
const start = Date.parse('2026-11-20T12:00:00Z');
const method = buildMethod('card', {
  amount_rules: { EUR: { min: '5', max: '500' }, USD: { min: '5', max: '500' } },
});

let db: Db;
let now: Date;
let caller: Caller;
const warnings: object[] = [];
const core: LimitsCore = {
  now: () => now,
  ratesOf: () => buildStaticRates({ kind: 'static', base: 'EUR', table: { USD: '2' } }),
  log: { info: () => {}, warn: (fields) => warnings.push(fields), error: () => {} },
};

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

beforeEach(async () => {
  now = new Date(start);
  caller = await meetPlayer('kassa');
});

async function meetPlayer(brandId: string): Promise<Caller> {
  const playerId = uuidv7();
  await db
    .insertInto('players')
    .values({ id: playerId, brand_id: brandId, external_id: playerId })
    .execute();
  return {
    brandId,
    playerId,
    externalId: playerId,
    currency: 'EUR',
    country: 'de',
    role: undefined,
    accountType: 'main',
    isVouchedFor: false,
    expiresAt: new Date('2030-01-01'),
  };
}

const run = <Result>(act: (tx: Tx) => Promise<Result>) => db.transaction().execute(act);
const wait = (ms: number) => {
  now = new Date(now.getTime() + ms);
};

const by = { actor: 'key "desk"', reason: 'asked for by phone' };

function limit(
  amount: string,
  {
    period = 'day',
    source = 'operator',
    transaction = 'deposit',
    currency = 'EUR',
  }: {
    period?: LimitPeriod;
    source?: 'operator' | 'player';
    transaction?: 'deposit' | 'withdrawal';
    currency?: string;
  } = {},
) {
  return run((tx) =>
    setPlayerLimit(core, tx, caller, {
      transaction,
      period,
      source,
      amount: { amount, currency },
      ...by,
    }),
  );
}

const clear = (source: 'operator' | 'player') =>
  run((tx) =>
    clearPlayerLimit(core, tx, caller, {
      transaction: 'deposit',
      period: 'day',
      source,
      currency: 'EUR',
      ...by,
    }),
  );

async function insertDeposit(
  tx: Db | Tx,
  amount: string,
  {
    status = 'created',
    credited,
    creditedAt = now,
    expiresInMs = 0,
  }: {
    status?: DepositStatus;
    /** What of it arrived, and when. */
    credited?: string;
    creditedAt?: Date;
    expiresInMs?: number;
  } = {},
  of = caller,
): Promise<void> {
  const id = uuidv7();
  await tx
    .insertInto('deposits')
    .values({
      id,
      brand_id: of.brandId,
      player_id: of.playerId,
      reference: `KS-${id}`,
      payment_method: 'card',
      connector: 'sandbox',
      status,
      amount,
      currency: of.currency,
      account_amount: amount,
      account_currency: of.currency,
      credited_amount: credited ?? '0',
      return_url: 'http://localhost',
      expires_at: new Date(now.getTime() + expiresInMs),
      created_at: now,
    })
    .execute();
  if (credited === undefined) return;
  await tx
    .insertInto('payments')
    .values({
      id: uuidv7(),
      brand_id: of.brandId,
      deposit_id: id,
      connector: 'sandbox',
      provider_payment_id: id,
      amount: credited,
      currency: of.currency,
      status: status === 'crediting' ? 'crediting' : 'credited',
      processed_amount: credited,
      processed_currency: of.currency,
      rate: '1',
      evidence: 'a test',
      created_at: creditedAt,
    })
    .execute();
}

async function insertWithdrawal(amount: string, status: WithdrawalStatus): Promise<void> {
  const id = uuidv7();
  await db
    .insertInto('withdrawals')
    .values({
      id,
      brand_id: caller.brandId,
      player_id: caller.playerId,
      reference: `KW-${id}`,
      payment_method: 'payout',
      connector: 'sandbox',
      status,
      amount,
      currency: 'EUR',
      hold_id: uuidv7(),
      settle_id: uuidv7(),
      return_id: uuidv7(),
      created_at: now,
    })
    .execute();
}

/** Asks for a deposit as the player would: judged and written down in one transaction. */
function deposit(
  amount: string,
  accountAmount: Money = { amount, currency: 'EUR' },
  currency = 'EUR',
) {
  return run(async (tx) => {
    await lockPlayer(tx, caller);
    const payment = { method, amount: { amount, currency }, accountAmount };
    await requireDepositAllowed(core, tx, caller, payment);
    await insertDeposit(tx, accountAmount.amount);
  });
}

const withdraw = (amount: string) =>
  run((tx) =>
    requireWithdrawalAllowed(core, tx, caller, { method, amount: { amount, currency: 'EUR' } }),
  );

/** How it was refused, or null where it was not. */
async function refusal(work: Promise<unknown>): Promise<Pick<CallError, 'code' | 'params'> | null> {
  try {
    await work;
    return null;
  } catch (error) {
    const { code, params } = error as CallError;
    return { code, params };
  }
}

describe('the limits of a player', () => {
  test('let pass what they leave, and say which limit refuses, what remains and until when', async () => {
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
  ] as const)('look back a %s, to the second', async (period, length) => {
    await limit('100', { period });
    await deposit('100');
    wait(length - 1000);
    expect(await refusal(deposit('5'))).toMatchObject({ params: { limit: period } });
    wait(1000);
    await deposit('100');
  });

  test('are all kept: the lowest wins', async () => {
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

  test("and the method's limit too is named only where it is the lowest", async () => {
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
      await insertDeposit(db, '100', { status, ...(credited === undefined ? {} : { credited }) });
      const remaining = `${500 - Number(counted)}.00`;
      expect(await refusal(deposit('501'))).toMatchObject({ params: { remaining } });
    },
  );

  test('count one that was given up until it expires: its page may still be paid', async () => {
    await limit('100');
    await insertDeposit(db, '100', { status: 'canceled', expiresInMs: hour / 2 });
    expect(await refusal(deposit('100'))).toMatchObject({ code: 'limit.exceeded' });
    wait(hour / 2);
    await deposit('100');
  });

  test('count what was paid late from when it was paid', async () => {
    await limit('100');
    const creditedAt = new Date(now.getTime() + 30 * hour);
    await insertDeposit(db, '100', { status: 'processed', credited: '100', creditedAt });
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

  test('of deposits are not those of withdrawals', async () => {
    await limit('10', { transaction: 'deposit' });
    expect(await refusal(withdraw('100'))).toBeNull();
    expect(await refusal(deposit('100'))).toMatchObject({ code: 'limit.exceeded' });
  });

  test("don't count what another player paid, nor the same id in another brand", async () => {
    await limit('100');
    await insertDeposit(db, '100', {}, await meetPlayer('kassa'));
    await insertDeposit(db, '100', {}, await meetPlayer('other'));
    await deposit('100');
  });

  test('hold for deposits that are asked for at the same moment', async () => {
    await limit('100');
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => refusal(deposit('30'))));
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(3);
    const { total } = await db
      .selectFrom('deposits')
      .select(({ fn }) => fn.sum('account_amount').as('total'))
      .where('player_id', '=', caller.playerId)
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

  test('are judged in the currency of the account, whatever is paid in', async () => {
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

  test('leave nothing where there is no rate to compare by', async () => {
    await limit('100', { currency: 'GBP' });
    expect(await refusal(deposit('5'))).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '0.00', currency: 'EUR' },
    });
    expect(warnings).toContainEqual({ brandId: 'kassa', period: 'day', currency: 'EUR' });
  });
});

describe('the limits of a method', () => {
  const judge = (
    amount: string,
    part: Partial<CatalogMethod>,
    { fields, country = 'de' }: { fields?: FieldValues; country?: string } = {},
  ) => {
    const money = { amount, currency: 'EUR' };
    const payment = { method: { ...method, ...part }, amount: money, accountAmount: money, fields };
    return refusal(run((tx) => requireDepositAllowed(core, tx, { ...caller, country }, payment)));
  };

  test('are lower or higher at least for players outside of Russia', async () => {
    const amount_rules = { EUR: { min: '5', max: '500', minNonRus: '50' } };
    expect(await judge('49.99', { amount_rules })).toEqual({
      code: 'amount.belowMin',
      params: { limit: '50', currency: 'EUR' },
    });
    expect(await judge('50', { amount_rules })).toBeNull();
    expect(await judge('5', { amount_rules }, { country: 'ru' })).toBeNull();
  });

  test('are told as they are judged', async () => {
    const amount_rules = { EUR: { min: '5', max: '500.004', minNonRus: '50' } };
    const methods = [{ ...method, countries: '*' as const, amount_rules }];
    const catalog = { methods, groups: [], countries: [], coinBoxes: [] };
    const offering = { ...core, db, catalogOf: () => catalog };
    const request = { currency: 'EUR', paymentMethod: 'card' };
    const tell = (country: string) =>
      loadPayable(offering, { ...caller, country }, 'deposit', request);
    expect(await tell('de')).toMatchObject({ min: '50', max: '500.00', limitedBy: 'method' });
    expect(await tell('ru')).toMatchObject({ min: '5', max: '500.00' });
  });

  test('are in the decimals of the currency', async () => {
    const amount_rules = { EUR: { min: '5.004', max: '500' } };
    expect(await judge('5', { amount_rules })).toBeNull();
  });

  test('are those of the network that is chosen', async () => {
    const fields: CatalogMethod['fields'] = [
      {
        name: 'network',
        type: 'networks',
        values: [
          { value: 'trc20', text: { en: 'TRC-20' }, limits: { min: '2', max: '100' } },
          { value: 'erc20', text: { en: 'ERC-20' } },
        ],
      },
    ];
    const trc20 = { fields: { network: 'trc20' } };
    const erc20 = { fields: { network: 'erc20' } };
    expect(await judge('2', { fields }, trc20)).toBeNull();
    expect(await judge('1.99', { fields }, trc20)).toMatchObject({ params: { limit: '2' } });
    expect(await judge('101', { fields }, trc20)).toMatchObject({
      code: 'amount.aboveMax',
      params: { limit: '100' },
    });
    expect(await judge('5', { fields }, erc20)).toBeNull();
    expect(await judge('4.99', { fields }, erc20)).toMatchObject({ params: { limit: '5' } });
    expect(await judge('501', { fields }, erc20)).toMatchObject({ params: { limit: '500' } });
    // What the player's own limit leaves is all that any of them takes.
    await limit('80');
    expect(await judge('90', { fields }, trc20)).toMatchObject({ code: 'limit.exceeded' });
    expect(await judge('101', { fields }, trc20)).toMatchObject({
      code: 'limit.exceeded',
      params: { remaining: '80.00' },
    });
  });

  test('go with the rules that it has for the amount, whatever decimals are sent', async () => {
    const fields: CatalogMethod['fields'] = [
      { name: 'amount', type: 'amount', validations: [{ regex: '^\\d+0$' }] },
    ];
    expect(await judge('150', { fields })).toBeNull();
    expect(await judge('150.00', { fields })).toBeNull();
    expect(await judge('155', { fields })).toEqual({
      code: 'banking.paymentMethodRegex',
      params: { field: 'amount', problem: 'rule' },
    });
    // A limit that is broken as well is named before.
    await limit('80');
    expect(await judge('155', { fields })).toMatchObject({ code: 'limit.exceeded' });
  });
});

describe('setting a limit', () => {
  test('lower holds at once, whoever sets it', async () => {
    for (const source of ['operator', 'player'] as const) {
      await limit('100', { source });
      const { before, after } = await limit('50', { source });
      expect(before).toMatchObject({ amount: '100', pending: null });
      expect(after).toMatchObject({ amount: '50', pending: null });
    }
    expect(await refusal(deposit('51'))).toMatchObject({ params: { max: '50.00' } });
  });

  test("higher waits a day where it is the player's own", async () => {
    await limit('50', { source: 'player' });
    const { after } = await limit('200', { source: 'player' });
    const from = new Date(start + day);
    expect(after).toMatchObject({ amount: '50', pending: { amount: '200', from } });
    wait(day - 1);
    expect(await refusal(deposit('51'))).toMatchObject({ code: 'limit.exceeded' });
    wait(1);
    await deposit('200');
    expect(await listPlayerLimits(db, caller, now)).toMatchObject([
      { amount: '200', pending: null },
    ]);
  });

  test("higher holds at once where it is the operator's", async () => {
    await limit('50');
    expect((await limit('200')).after).toMatchObject({ amount: '200', pending: null });
    await deposit('200');
  });

  test('lower takes back a higher one that still waits', async () => {
    await limit('50', { source: 'player' });
    await limit('200', { source: 'player' });
    await limit('50', { source: 'player' });
    wait(2 * day);
    expect(await refusal(deposit('51'))).toMatchObject({ params: { max: '50.00' } });
  });

  test('higher again begins the wait again', async () => {
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
  ])('refuses %s', async (_, amount, currency) => {
    expect(await refusal(limit(amount, { currency }))).toEqual({
      code: 'request.invalid',
      params: { field: 'amount' },
    });
  });
});

describe('ending a limit', () => {
  test("holds at once where it is the operator's", async () => {
    await limit('50');
    expect(await clear('operator')).toMatchObject({ before: { amount: '50' }, after: null });
    await deposit('500');
    expect(await clear('operator')).toEqual({ before: null, after: null });
  });

  test("waits a day where it is the player's own", async () => {
    await limit('50', { source: 'player' });
    const { after } = await clear('player');
    expect(after).toMatchObject({ amount: '50', pending: { amount: null } });
    expect(await refusal(deposit('51'))).toMatchObject({ code: 'limit.exceeded' });
    wait(day);
    await deposit('51');
    expect(await listPlayerLimits(db, caller, now)).toEqual([]);
    // What has ended is set anew like a first one: at once.
    expect((await limit('80', { source: 'player' })).after).toMatchObject({ amount: '80' });
  });
});
