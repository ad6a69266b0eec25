import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';

/* Which requisite a deposit gets, and what it is asked to pay. */

const { desk, add, create, requisite, reservationOf, rowOf } = useRequisiteDesk();

let operator: OperatorClient;

beforeAll(async () => {
  operator = await createOperator(desk.server);
});
afterEach(() => void vi.restoreAllMocks());

/** Creates a deposit; returns its requisite's id and its amount, or the error's code. */
async function give(part: Parameters<typeof create>[0] = {}, player = {}) {
  const { depositId, body } = await create(part, player);
  if (body.error !== undefined) return body.error.code;
  const reservation = await reservationOf(depositId);
  return { id: reservation?.requisite_id, amount: reservation?.amount };
}

const giveTimes = async (times: number, part: Parameters<typeof create>[0] = {}) => {
  const given = [];
  for (let time = 0; time < times; time += 1) given.push(await give(part));
  return given;
};

/** Sets the server's clock. */
const setClock = (time: string) =>
  vi.spyOn(desk.server.core, 'now').mockReturnValue(new Date(time));

const noneFree = 'requisites.noneFree';

test('a deposit is given a requisite, and the invoice names it in an envelope alone', async () => {
  const { id } = await add();
  const { status, body, depositId } = await create();
  expect(status).toBe(200);
  expect(body.apiResponse.data).toMatchObject({
    card: { encoded: expect.anything() },
    payment_amount: '49.99',
    payment_currency: 'EUR',
  });
  expect(await rowOf(depositId)).toMatchObject({
    status: 'awaitingPlayer',
    connector: 'own',
    requisite_id: id,
    amount: '50.00',
  });
  expect(await reservationOf(depositId)).toMatchObject({
    requisite_id: id,
    amount: '49.99',
    currency: 'EUR',
    freed_at: null,
  });
  expect(await requisite(id)).toMatchObject({ day_amount: '49.99', day_count: 1 });
});

test('requisites take turns, the one that waits longest first', async () => {
  const ids = [(await add()).id, (await add()).id, (await add()).id];
  const given = await giveTimes(6, { amount: '200' });
  expect(given.slice(0, 3).map(({ id }) => id)).toEqual(ids);
  expect(given.slice(3).map(({ id }) => id)).toEqual(ids);
  expect(given.map(({ amount }) => amount)).toEqual([
    ...['199.99', '199.99', '199.99'],
    ...['200.01', '200.01', '200.01'],
  ]);
});

describe('a requisite is passed over', () => {
  const removed = { removed_at: new Date() };
  test.each([
    ['of another country', { country: 'fr' }, {}],
    ['of another currency', { currency: 'JPY' }, {}],
    ['of another account', { account: 'spare' }, {}],
    ['of other methods', { methods: ['two-pools'] }, {}],
    ['that is off', {}, { is_on: false }],
    ['that is removed', {}, removed],
    ['whose least is higher', { min_amount: '50.01' }, {}],
    ['whose most is lower', { max_amount: '49.99' }, {}],
    ['whose day has too little left', { day_amount_limit: '49.49' }, {}],
    ['whose day has too little left for an exact amount', exact({ day_amount_limit: '49.99' }), {}],
  ])('%s', async (_, part, columns) => {
    await add(part, columns);
    expect(await give()).toBe(noneFree);
    const { id } = await add();
    expect(await give()).toMatchObject({ id });
  });
});

function exact<Part>(part: Part) {
  return { has_reference: true, ...part };
}

describe('the amount', () => {
  test('is the asked one where payments name the reference', async () => {
    const { id } = await add(exact({}));
    expect(await giveTimes(3)).toEqual(Array(3).fill({ id, amount: '50.00' }));
  });

  test('is free on another requisite, as it is unique for each', async () => {
    await add();
    await add();
    expect((await giveTimes(4, { amount: '5' })).map(({ amount }) => amount)).toEqual([
      ...['5.01', '5.01', '5.02', '5.02'],
    ]);
  });

  test.each([
    ['EUR', '5', {}, ['5.01', '5.02', '5.03', '5.04', '5.05', '5.00']],
    ['EUR', '500', { min_amount: '499.99' }, ['499.99', '500.00']],
    ['EUR', '100', { min_amount: '99.995', max_amount: '100.015' }, ['100.01', '100.00']],
    ['JPY', '99', {}, ['99']],
    ['JPY', '120', {}, ['119', '121', '120']],
    ['KWD', '0.1', {}, ['0.100', '0.099', '0.101']],
    ['EUR', '10', { day_amount_limit: '19.98' }, ['9.99', '9.98']],
  ])('in %s near %s with %j is one of %j', async (currency, amount, part, amounts) => {
    await add({ currency, ...part });
    const given = await giveTimes(amounts.length + 1, { currency, amount });
    expect(given.map((one) => one.amount ?? one)).toEqual([...amounts, noneFree]);
  });

  test('is at most the ceiling, up to which arriving money is credited', async () => {
    const brand = desk.server.core.brands.get('kassa');
    if (brand === undefined) throw new Error('no brand');
    const { ceilingFactor } = brand.deposits;
    brand.deposits.ceilingFactor = '1';
    await add();
    const given = await giveTimes(3, { amount: '100' });
    brand.deposits.ceilingFactor = ceilingFactor;
    expect(given.map(({ amount }) => amount)).toEqual(['99.99', '99.98', '99.97']);
  });
});

describe('the limits of a day', () => {
  test('count in the time zone of the requisite', async () => {
    // In Tashkent it is 23:30, and then 0:10.
    const clock = setClock('2026-11-23T18:30:00Z');
    const { id } = await add({ time_zone: 'Asia/Tashkent', day_count_limit: 2 });
    expect(await giveTimes(3)).toMatchObject([{ id }, { id }, noneFree]);
    expect(await requisite(id)).toMatchObject({ day: '2026-11-23', day_count: 2 });
    clock.mockReturnValue(new Date('2026-11-23T19:10:00Z'));
    expect(await give()).toMatchObject({ id });
    expect(await requisite(id)).toMatchObject({
      day: '2026-11-24',
      day_count: 1,
      day_amount: '49.98',
    });
    // Another server's clock is behind: its deposit counts on the later day.
    clock.mockReturnValue(new Date('2026-11-23T18:59:59Z'));
    expect(await give()).toMatchObject({ id });
    expect(await requisite(id)).toMatchObject({ day: '2026-11-24', day_count: 2 });
  });

  test('hold for the sum of the amounts', async () => {
    const { id } = await add({ day_amount_limit: '120' });
    expect(await giveTimes(3)).toMatchObject([{ id }, { id }, noneFree]);
    expect(await give({ amount: '20' })).toMatchObject({ id, amount: '19.99' });
  });
});

test.each([
  ['9:00 to 18:00', 540, 1080, { '08:59': false, '09:00': true, '17:59': true, '18:00': false }],
  ['22:00 to 6:00', 1320, 360, { '21:59': false, '22:00': true, '05:59': true, '06:00': false }],
  ['0:00 to 0:00', 0, 0, { '00:00': true, '12:00': true }],
])('a requisite works from %s of its own time', async (_, opens_at, closes_at, times) => {
  // Four hours and a half ahead of UTC.
  const { id } = await add({ time_zone: 'Asia/Kabul', opens_at, closes_at });
  for (const [time, isOpen] of Object.entries(times)) {
    setClock(`2026-11-23T${time}:00+04:30`);
    expect([time, await give()]).toEqual([
      time,
      isOpen ? expect.objectContaining({ id }) : noneFree,
    ]);
  }
});

test('a time zone that PostgreSQL does not know is refused with the requisite', async () => {
  await expect(add({ time_zone: 'Europe/Nowhere' })).rejects.toThrow('Europe/Nowhere');
});

test('nothing is left of a deposit for which no requisite is free', async () => {
  const before = await desk.server.core.db.selectFrom('deposits').select('id').execute();
  const { status, body } = await create();
  expect({ status, code: body.error.code }).toEqual({ status: 422, code: noneFree });
  const after = await desk.server.core.db.selectFrom('deposits').select('id').execute();
  expect(after).toHaveLength(before.length);
});

test('a requisite without a free amount is not tried, nor does it stop the next one', async () => {
  const full = await add({ currency: 'JPY' });
  const other = await add({ currency: 'JPY' });
  const order = { amount: '50', currency: 'JPY' };
  expect(await giveTimes(3, order)).toEqual([
    { id: full.id, amount: '50' },
    { id: other.id, amount: '50' },
    noneFree,
  ]);
});

describe('one player', () => {
  const start = async () => {
    const token = await desk.server.token({ playerId: uuidv7(), country: 'de', currency: 'EUR' });
    const order = (amount: string, paymentType = 'transfer') =>
      desk.server.call('deposit-create', { amount, currency: 'EUR', paymentType }, { token });
    const end = (depositId: string) => desk.server.call('deposit-cancel', { depositId }, { token });
    return { order, end };
  };
  const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
    status === 200 ? 200 : body.error?.code;

  test('gets two open invoices of an account and three in all, also at once', async () => {
    const ids = [(await add()).id, (await add()).id];
    const { order } = await start();
    const answers = await Promise.all(
      ['50', '60', '70', '80', '90'].map((amount) => order(amount)),
    );
    const codes = answers.map(codeOf);
    expect(codes.filter((code) => code === 200)).toHaveLength(3);
    expect(codes.filter((code) => code === 'invoices.tooMany')).toHaveLength(2);
    for (const id of ids) expect((await requisite(id)).day_count).toBeLessThanOrEqual(2);
    expect(await give()).toMatchObject({ amount: expect.anything() });
  });

  test('gets no third one of the only account', async () => {
    await add();
    const { order } = await start();
    const codes = [];
    for (const amount of ['50', '60', '70']) codes.push(codeOf(await order(amount)));
    expect(codes).toEqual([200, 200, 'invoices.tooMany']);
  });

  test.each([
    ['amount', { day_amount_limit: '200' }, ['150', '60', '60'], [noneFree, 200, noneFree]],
    ['only sum', { day_amount_limit: '99', min_amount: '60' }, ['60', '60'], [200, noneFree]],
    ['count', { day_count_limit: 3 }, ['60', '60'], [200, noneFree]],
    ['only invoice', { day_count_limit: 1 }, ['60'], [200]],
  ])('has at most half of the day of an account by its %s, and leaves the rest', async (...of) => {
    const [what, part, amounts, expected] = of;
    await add(part);
    const { order } = await start();
    const codes = [];
    for (const amount of amounts) codes.push(codeOf(await order(amount)));
    expect(codes).toEqual(expected);
    const other = await give({ amount: '60' });
    expect(other).toEqual(
      what.startsWith('only') ? noneFree : expect.objectContaining({ amount: expect.anything() }),
    );
  });

  test('waits after three unpaid invoices, is told until when, and a payment ends it', async () => {
    await add();
    const { order, end } = await start();
    const depositIds: string[] = [];
    for (const amount of ['50', '60', '70']) {
      const { body } = await order(amount);
      depositIds.push(body.depositId);
      await end(body.depositId);
    }
    const refused = await order('80');
    expect(codeOf(refused)).toBe('invoices.paused');
    const until = new Date(refused.body.error.params.until).getTime();
    expect(until - desk.server.core.now().getTime()).toBeLessThanOrEqual(5 * 60_000);
    expect(until).toBeGreaterThan(desk.server.core.now().getTime());
    await desk.server.later(5 * 60_000, async () => {
      const { body } = await order('90');
      await end(body.depositId);
      // Each further one doubles the pause.
      const { until: later } = (await order('95')).body.error.params;
      const pauseMs = new Date(later).getTime() - desk.server.core.now().getTime();
      expect(pauseMs).toBeGreaterThan(9 * 60_000);
      // The first invoice is paid late.
      const money = { amount: '49.99', currency: 'EUR', reason: 'seen on the statement' };
      await operator.ask('deposits-confirm', { depositId: depositIds[0], ...money });
      expect(codeOf(await order('95'))).toBe(200);
    });
  });

  test('in a pause goes to the next account of the plan', async () => {
    await add();
    const { order, end } = await start();
    for (const amount of ['50', '60', '70']) await end((await order(amount)).body.depositId);
    const { depositId } = (await order('80', 'transfer-or-card')).body;
    expect(await rowOf(depositId)).toMatchObject({ connector: 'card', requisite_id: null });
  });
});
