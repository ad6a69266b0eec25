import { randomInt } from 'node:crypto';
import { holdsLuhn } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOperator, type OperatorClient } from '../testing/operator-client.ts';
import { endInvoice, giveInvoice, startPoolServer } from '../testing/pool-server.ts';
import { readAllRows } from '../testing/stored-rows.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let operator: OperatorClient;
let other: OperatorClient;

beforeAll(async () => {
  server = await startPoolServer();
  operator = await createOperator(server);
  other = await createOperator(server, { brandId: 'other' });
});

afterAll(() => server.stop());

const reason = 'because a test says so';

/** Returns a card's number that no other test uses. */
function makeCard(): string {
  const start = `4000${randomInt(10 ** 11 - 1)
    .toString()
    .padStart(11, '0')}`;
  const numbers = Array.from({ length: 10 }, (_, digit) => `${start}${digit}`);
  return numbers.find(holdsLuhn) ?? '';
}

const buildCard = (part: object = {}) => ({
  kind: 'card',
  country: 'de',
  currency: 'EUR',
  methods: ['card'],
  holder: 'Ann Example',
  number: makeCard(),
  ...part,
});

async function add(part: object = {}, by = operator) {
  const { status, body } = await by.ask('requisites-add', buildCard(part));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const findRow = (id: string) =>
  server.core.db.selectFrom('requisites').selectAll().where('id', '=', id).executeTakeFirst();

describe('adding', () => {
  test('gives an account to players at once, with the usual settings', async () => {
    const number = makeCard();
    const added = await add({ number, bank: 'Example Bank' });
    expect(added).toMatchObject({
      account: 'pool',
      number: `•••• ${number.slice(-4)}`,
      bank: 'Example Bank',
      state: 'on',
      isWithinHours: true,
      hasReference: false,
      cooldownMinutes: 60,
      workingHours: null,
      timeZone: 'UTC',
      amountLeftToday: null,
      liveInvoices: 0,
      lastGivenAt: null,
    });
    const row = await findRow(added.id);
    const context = { table: 'requisites', brandId: 'kassa', id: added.id } as const;
    expect(JSON.parse(server.core.vault.open(row?.payee_sealed ?? '', context))).toEqual({
      number,
      country_code: 'de',
      fullName: 'Ann Example',
      bank_name: 'Example Bank',
    });
  });

  test('takes limits, hours and a cooldown', async () => {
    const settings = {
      owner: 'Example Ltd',
      hasReference: true,
      minAmount: '20',
      maxAmount: '100.50',
      dayAmountLimit: '1000',
      dayCountLimit: 12,
      workingHours: '09:00-23:30',
      timeZone: 'Asia/Tashkent',
      cooldownMinutes: 0,
    };
    const left = { amountLeftToday: '1000', countLeftToday: 12 };
    expect(await add(settings)).toMatchObject({ ...settings, ...left });
  });

  const wrong: [string, object, string][] = [
    ['a number with a wrong check digit', { number: '4242424242424241' }, 'number'],
    ['a method that there is not', { methods: ['cart'] }, 'methods'],
    ['a method for withdrawals', { methods: ['payout'] }, 'methods'],
    ['a method without a route to the pool', { methods: ['large_transfer'] }, 'methods'],
    ['a currency that the method lacks', { currency: 'USD' }, 'methods'],
    ['a limit above that of the method', { minAmount: '1000.01' }, 'methods'],
    ['a limit below that of the method', { maxAmount: '9.99' }, 'methods'],
    ['a limit of a day below that of the method', { dayAmountLimit: '9' }, 'methods'],
    ['a minimum above the maximum', { minAmount: '50', maxAmount: '40' }, 'minAmount'],
    ['a maximum above the day', { maxAmount: '500', dayAmountLimit: '400' }, 'maxAmount'],
    ['a minimum above the day', { minAmount: '500', dayAmountLimit: '400' }, 'minAmount'],
    ['more decimals than the currency has', { minAmount: '20.001' }, 'minAmount'],
    ['an amount of zero', { maxAmount: '0.00' }, 'maxAmount'],
    ['hours that do not exist', { workingHours: '09:00-25:00' }, 'workingHours'],
    ['a time zone that does not exist', { timeZone: 'Asia/Nowhere' }, 'timeZone'],
    ['a cooldown below zero', { cooldownMinutes: -1 }, 'cooldownMinutes'],
    ['an account that is no pool', { account: 'sandbox' }, 'account'],
    ['a holder with markup', { holder: '<b>Ann</b>' }, 'holder'],
    ['a field that there is not', { colour: 'red' }, 'request'],
  ];

  test.each(wrong)('refuses %s, and adds nothing', async (_, part, field) => {
    const list = async () =>
      (await operator.ask('requisites-list', { limit: 200 })).body.items.map(
        ({ id }: { id: string }) => id,
      );
    const before = await list();
    const request = buildCard(part);
    const { status, body } = await operator.ask('requisites-add', request);
    expect({ status, field: body.error.params?.field }).toEqual({ status: 400, field });
    expect(body.error.message).not.toContain(request.number);
    expect(await list()).toEqual(before);
  });

  test('keeps the number and the holder out of answers, the log of acts and the tables', async () => {
    const number = makeCard();
    const holder = `Nobody ${uuidv7()}`;
    const request = buildCard({ number, holder, bankCode: 'SECRETXX' });
    const added = await operator.ask('requisites-add', request);
    expect(await operator.ask('requisites-add', request)).toMatchObject({ status: 409 });
    const shown = await operator.ask('requisites-show', { requisiteId: added.body.id });
    const acts = await operator.ask('acts-list', { limit: 200 });
    const rows = await readAllRows(server.core.db, { except: [] });
    const texts = JSON.stringify([added.body, shown.body, acts.body, rows]);
    for (const part of [number, holder, 'SECRETXX']) expect(texts).not.toContain(part);
    expect(JSON.stringify(acts.body)).toContain(`•••• ${number.slice(-4)}`);
  });

  test('needs the scope of the pool, not that of methods', async () => {
    const scopes = ['read', 'methods'] as const;
    const desk = await createOperator(server, { scopes });
    const { id } = await add();
    for (const [name, request] of [
      ['requisites-add', buildCard()],
      ['requisites-change', { requisiteId: id, cooldownMinutes: 1 }],
      ['requisites-switch', { requisiteId: id, state: 'off', reason }],
      ['requisites-remove', { requisiteId: id, reason }],
    ] as const) {
      const answer = await desk.ask(name, request);
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'scope.missing' } } });
    }
    expect((await desk.ask('requisites-show', { requisiteId: id })).body.state).toBe('on');
  });
});

describe('the same account', () => {
  const taken = { status: 409, body: { error: { code: 'requisite.taken' } } };

  test('is refused a second time, in another brand too', async () => {
    const request = buildCard();
    await add(request);
    const spaced = { ...request, number: request.number.replace(/(.{4})/g, '$1 ') };
    expect(await operator.ask('requisites-add', spaced)).toMatchObject(taken);
    expect(await other.ask('requisites-add', request)).toMatchObject(taken);
  });

  test('is added once of many times at the same time, over both brands', async () => {
    const request = buildCard();
    const once = await Promise.all(
      [operator, other, operator, other].map((by) => by.ask('requisites-add', request)),
    );
    expect(once.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const by = once[0]?.status === 200 || once[2]?.status === 200 ? operator : other;
    const { id: requisiteId } = once.find(({ status }) => status === 200)?.body ?? {};
    await by.ask('requisites-remove', { requisiteId, reason });
    const again = await Promise.all(
      [operator, other, operator, other].map((each) => each.ask('requisites-add', request)),
    );
    expect(again.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('comes back to its own pool under its id, with its new settings', async () => {
    const request = buildCard({ owner: 'First' });
    const { id } = await add(request);
    const { reference } = await giveInvoice(server, id);
    await operator.ask('requisites-remove', { requisiteId: id, reason });
    const again = await add({ ...request, owner: 'Second', dayAmountLimit: '80' });
    expect(again).toMatchObject({ id, owner: 'Second', state: 'on', liveInvoices: 1 });
    // What was given out today counts on.
    expect(again.amountLeftToday).toBe('30');
    const { body } = await operator.ask('requisites-show', { requisiteId: id });
    expect(body.invoices).toMatchObject([{ reference, amount: '50' }]);
  });

  test('goes to another brand only once nothing can be paid for the first one', async () => {
    const request = buildCard();
    const { id: requisiteId } = await add(request);
    const { depositId } = await giveInvoice(server, requisiteId);
    await operator.ask('requisites-remove', { requisiteId, reason });
    expect(await other.ask('requisites-add', request)).toMatchObject(taken);
    const [past, future] = [new Date(Date.now() - 1000), new Date(Date.now() + 3600_000)];
    await endInvoice(server, depositId, { coolingUntil: future, lateUntil: past });
    expect(await other.ask('requisites-add', request)).toMatchObject(taken);
    await endInvoice(server, depositId, { coolingUntil: past, lateUntil: future });
    expect(await other.ask('requisites-add', request)).toMatchObject(taken);
    await endInvoice(server, depositId, { coolingUntil: past, lateUntil: past });
    const moved = await add(request, other);
    expect(moved.id).not.toBe(requisiteId);
    expect(await operator.ask('requisites-add', request)).toMatchObject(taken);
  });
});

describe('changing', () => {
  test('changes what is named, and leaves the rest', async () => {
    const { id: requisiteId } = await add({ owner: 'First', maxAmount: '100', dayCountLimit: 5 });
    const change = { owner: 'Second', dayCountLimit: null, workingHours: '22:00-06:00' };
    const { body } = await operator.ask('requisites-change', { requisiteId, ...change });
    expect(body).toMatchObject({ ...change, maxAmount: '100', methods: ['card'], state: 'on' });
    const acts = await operator.ask('acts-list', {
      subjectKind: 'requisite',
      subjectId: requisiteId,
    });
    expect(acts.body.items[0]).toMatchObject({
      action: 'requisites-change',
      before: { owner: 'First', dayCountLimit: 5 },
      after: { owner: 'Second', dayCountLimit: null },
    });
  });

  test('checks the new settings beside the old ones', async () => {
    const { id: requisiteId } = await add({ maxAmount: '100' });
    const ask = (change: object) => operator.ask('requisites-change', { requisiteId, ...change });
    expect(await ask({ minAmount: '200' })).toMatchObject({ status: 400 });
    expect(await ask({ methods: ['large_transfer'] })).toMatchObject({ status: 400 });
    expect(await ask({ number: makeCard() })).toMatchObject({ status: 400 });
    expect(await ask({ minAmount: '200', maxAmount: null })).toMatchObject({ status: 200 });
  });
});

test('whether payments name the reference stays while an invoice may be paid', async () => {
  const { id: requisiteId } = await add();
  const change = { requisiteId, hasReference: true };
  expect(await operator.ask('requisites-change', change)).toMatchObject({ status: 200 });
  await giveInvoice(server, requisiteId);
  const back = await operator.ask('requisites-change', { requisiteId, hasReference: false });
  expect(back).toMatchObject({ status: 400 });
  expect(await findRow(requisiteId)).toMatchObject({ has_reference: true });
});

describe('switching', () => {
  test('says how many live invoices stand, and leaves them', async () => {
    const { id: requisiteId } = await add();
    await giveInvoice(server, requisiteId);
    const off = await operator.ask('requisites-switch', { requisiteId, state: 'off', reason });
    expect(off.body.items).toMatchObject([{ id: requisiteId, state: 'off', liveInvoices: 1 }]);
    const shown = await operator.ask('requisites-show', { requisiteId });
    expect(shown.body).toMatchObject({ state: 'off', liveInvoices: 1 });
    await operator.ask('requisites-switch', { requisiteId, state: 'on', reason });
    expect(await findRow(requisiteId)).toMatchObject({ is_on: true });
  });

  test('switches all accounts of an owner or at a bank, of this brand alone', async () => {
    const owner = `Owner ${uuidv7()}`;
    const one = await add({ owner, bank: 'North' });
    const two = await add({ owner, bank: 'South' });
    const foreign = await add({ owner, bank: 'North' }, other);
    const off = await operator.ask('requisites-switch', { owner, state: 'off', reason });
    expect(off.body.items.map(({ id }: { id: string }) => id)).toEqual([one.id, two.id]);
    await operator.ask('requisites-switch', { owner, bank: 'South', state: 'on', reason });
    const rows = await Promise.all([one, two, foreign].map(({ id }) => findRow(id)));
    expect(rows.map((row) => row?.is_on)).toEqual([false, true, true]);
  });

  test('refuses a switch of everything, and of nothing', async () => {
    const ask = (part: object) =>
      operator.ask('requisites-switch', { state: 'off', reason, ...part });
    expect(await ask({})).toMatchObject({ status: 400 });
    expect(await ask({ owner: 'Nobody' })).toMatchObject({ status: 404 });
  });
});

describe('removing', () => {
  test('hides the account, and keeps its live invoices', async () => {
    const { id: requisiteId } = await add({ owner: 'Removed' });
    const { depositId } = await giveInvoice(server, requisiteId);
    const removed = await operator.ask('requisites-remove', { requisiteId, reason });
    expect(removed.body).toMatchObject({ state: 'removed', liveInvoices: 1 });
    const list = await operator.ask('requisites-list', { owner: 'Removed' });
    expect(list.body.items).toEqual([]);
    const shown = await operator.ask('requisites-show', { requisiteId });
    expect(shown.body).toMatchObject({ state: 'removed', liveInvoices: 1 });
    for (const [name, more] of [
      ['requisites-change', { cooldownMinutes: 1 }],
      ['requisites-switch', { state: 'on', reason }],
      ['requisites-remove', { reason }],
    ] as const) {
      const again = await operator.ask(name, { requisiteId, ...more });
      expect(again).toMatchObject({ status: 404, body: { error: { code: 'requisite.notFound' } } });
    }
    const { status } = await server.core.db
      .selectFrom('deposits')
      .select('status')
      .where('id', '=', depositId)
      .executeTakeFirstOrThrow();
    expect(status).toBe('awaitingPlayer');
  });
});

describe('the list', () => {
  test('filters, and goes on page by page', async () => {
    const owner = `Owner ${uuidv7()}`;
    const added = [];
    for (const bank of ['North', 'South', 'North']) added.push(await add({ owner, bank }));
    const [first, second, third] = added.map(({ id }) => id);
    await operator.ask('requisites-switch', { requisiteId: third, state: 'off', reason });
    const list = async (filter: object) => {
      const { body } = await operator.ask('requisites-list', { owner, ...filter });
      return body.items.map(({ id }: { id: string }) => id);
    };
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ bank: 'North' })).toEqual([third, first]);
    expect(await list({ state: 'off' })).toEqual([third]);
    expect(await list({ country: 'fr' })).toEqual([]);
    expect(await list({ method: 'card', currency: 'EUR' })).toHaveLength(3);
    expect(await list({ method: 'payout' })).toEqual([]);
    const { body: page } = await operator.ask('requisites-list', { owner, limit: 2 });
    expect(await list({ limit: 2, cursor: page.nextCursor })).toEqual([first]);
  });

  test('tells the use of today, by the time zone, and whether the account works now', async () => {
    const owner = `Owner ${uuidv7()}`;
    const { id } = await add({ owner, dayAmountLimit: '120', dayCountLimit: 1 });
    await giveInvoice(server, id, { hasReference: true });
    const read = async () => {
      const { body } = await operator.ask('requisites-list', { owner });
      return body.items[0];
    };
    expect(await read()).toMatchObject({
      amountToday: '50',
      countToday: 1,
      amountLeftToday: '70',
      countLeftToday: 0,
      liveInvoices: 1,
      lastGivenAt: expect.any(String),
    });
    await server.later(24 * 3600_000, async () => {
      const left = { amountToday: '0', amountLeftToday: '120', countLeftToday: 1, liveInvoices: 1 };
      expect(await read()).toMatchObject(left);
    });
    // Lowered below what was given out already.
    await operator.ask('requisites-change', { requisiteId: id, dayAmountLimit: '40' });
    expect(await read()).toMatchObject({ amountLeftToday: '0' });
    const hour = (new Date().getUTCHours() + 12) % 24;
    const workingHours = `${String(hour).padStart(2, '0')}:00-${String(hour).padStart(2, '0')}:30`;
    await operator.ask('requisites-change', { requisiteId: id, workingHours });
    expect(await read()).toMatchObject({ isWithinHours: false, state: 'on' });
  });
});
