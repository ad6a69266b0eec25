import type { MaintenanceReason } from '@kassa/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { connect, type Db } from '../ground/database/connect.ts';
import { buildMethod } from '../testing/build-method.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import type { Catalog } from './catalog-schema.ts';
import {
  listMethodSwitches,
  loadOffered,
  type MethodState,
  requireMethodOn,
  setMethodSwitch,
} from './method-switches.ts';
import { selectMethods } from './select-methods.ts';

const hour = 60 * 60_000;
const start = Date.parse('2026-11-20T12:00:00Z');
const catalog: Catalog = {
  methods: [buildMethod('card'), buildMethod('bank')],
  groups: [],
  countries: [{ code: 'de', currency: 'EUR' }],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

let db: Db;
let now: Date;
const core = { now: () => now, catalogOf: () => catalog };

beforeAll(async () => {
  db = connect(await createTestDatabase());
});

afterAll(() => db.destroy());

beforeEach(async () => {
  now = new Date(start);
  await db.deleteFrom('method_switches').execute();
});

function turn(
  state: MethodState,
  {
    method = 'card',
    until = null,
    shownReason,
  }: { method?: string; until?: Date | null; shownReason?: MaintenanceReason } = {},
) {
  const decision = { reason: 'the provider is down', shownReason, actor: 'key "desk"', until };
  return db
    .transaction()
    .execute((tx) => setMethodSwitch(core, tx, 'kassa', method, state, decision));
}

/** Returns what players see, and whether the server accepts a payment with `card`. */
async function look(brandId = 'kassa') {
  const offered = await loadOffered(core, db, brandId);
  const { methods } = selectMethods(offered, { countries: ['de'], currency: 'EUR' });
  const refusal = await requireMethodOn(core, db, brandId, 'card').then(
    () => null,
    ({ code }) => code,
  );
  const shown = methods.map(({ name, unavailable }) => [name, unavailable !== undefined]);
  return { shown, refusal };
}

const on = {
  shown: [
    ['card', false],
    ['bank', false],
  ],
  refusal: null,
};

test('a method is on by default', async () => {
  expect(await look()).toEqual(on);
});

test('a method that is off is neither offered nor accepted', async () => {
  expect(await turn('off')).toMatchObject({ before: null, after: { state: 'off', until: null } });
  expect(await look()).toEqual({ shown: [['bank', false]], refusal: 'method.unavailable' });
});

test('a method under maintenance is shown and not accepted', async () => {
  await turn('maintenance');
  expect(await look()).toEqual({
    shown: [
      ['card', true],
      ['bank', false],
    ],
    refusal: 'method.maintenance',
  });
});

test('players see a reason of the closed set', async () => {
  const unavailable = async () =>
    (await loadOffered(core, db, 'kassa')).methods.find(({ name }) => name === 'card')?.unavailable;
  await turn('maintenance');
  expect(await unavailable()).toEqual({ reason: 'technical' });
  const until = new Date(start + hour);
  await turn('maintenance', { until, shownReason: 'bank' });
  expect(await unavailable()).toEqual({ reason: 'bank', until: until.toISOString() });
  expect(await listMethodSwitches(db, 'kassa', now)).toMatchObject([
    { reason: 'the provider is down', shown_reason: 'bank' },
  ]);
});

test('it is switched on again by an operator, or when its time is over', async () => {
  await turn('off');
  expect(await turn('on')).toMatchObject({ before: { state: 'off' }, after: null });
  expect(await look()).toEqual(on);

  await turn('off', { until: new Date(start + hour) });
  expect(await listMethodSwitches(db, 'kassa', now)).toMatchObject([
    { method: 'card', state: 'off', reason: 'the provider is down', actor: 'key "desk"' },
  ]);
  now = new Date(start + hour);
  expect(await look()).toEqual(on);
  expect(await listMethodSwitches(db, 'kassa', now)).toEqual([]);
  expect(await turn('maintenance')).toMatchObject({ before: null });
});

test('a switch applies to its brand only', async () => {
  await turn('off');
  expect(await look('other')).toEqual(on);
});

test('rejects an unknown method, and an end that has passed', async () => {
  expect(await turn('off', { method: 'gone' })).toEqual({ kind: 'unknownMethod' });
  await expect(turn('off', { until: now })).rejects.toMatchObject({ code: 'request.invalid' });
});
