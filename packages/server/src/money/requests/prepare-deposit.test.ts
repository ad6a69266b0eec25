import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import type {
  Connector,
  DepositOrder,
  PrepareOutcome,
  PrepareRequest,
} from '../../connectors/connector.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { usedUp, useUp } from '../../testing/use-up.ts';

/* A provider that prepares as the test says. */

let server: TestServer;
let connector: Connector;
let create: Connector['create'];
let outcome: PrepareOutcome;
let asked: PrepareRequest[];
let orders: DepositOrder[];
let token: string;
let playerId: string;

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  create = connector.create;
  const catalog = {
    ...server.core.catalogOf('kassa'),
    methods: [
      buildMethod('plain'),
      buildMethod('upi', {
        isPreparationRequired: true,
        wallet: 'upi',
        fields: [{ name: 'holder', type: 'text', placeholder: { en: 'Holder' } }],
      }),
      buildMethod('yen', { amount_rules: { JPY: { min: '1', max: '9' } } }),
      buildMethod('elsewhere', { countries: ['br'] }),
    ],
  };
  server.core.catalogOf = () => catalog;
});

beforeEach(async () => {
  [asked, orders] = [[], []];
  outcome = prepared;
  const externalId = uuidv7();
  token = await server.token({ playerId: externalId });
  playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
  connector.prepare = async (request) => {
    asked.push(request);
    return outcome;
  };
  connector.create = async (order) => {
    orders.push(order);
    return { kind: 'accepted', providerReference: order.depositId, step: null };
  };
});

afterEach(() => {
  connector.create = create;
  delete connector.prepare;
});

afterAll(() => server.stop());

const vpa = { name: 'vpa', alias: 'upi.vpa', type: 'text', placeholder: { en: 'UPI' } } as const;
const prepared: PrepareOutcome = {
  kind: 'prepared',
  details: [{ name: 'account', value: 'kassa@upi' }],
  fields: [vpa],
};

const prepare = (paymentMethod: string, part: object = {}) =>
  server.call('deposit-prepare', { paymentMethod, ...part }, { token });

const order = (fields: object) =>
  server.call(
    'deposit-create',
    { amount: '50', currency: 'EUR', paymentType: 'upi', fields, wallet: 'upi' },
    { token },
  );

test('a player has deposits prepared 500 times a day, creations included', async () => {
  await useUp(server.core, { brandId: 'kassa', playerId }, 'preparation', 500, 1);
  const ask = () => server.call('deposit-prepare', { paymentMethod: 'upi' }, { token });
  expect((await ask()).status).toBe(200);
  expect(await ask()).toMatchObject(usedUp);
  const order = { amount: '50', currency: 'EUR', paymentType: 'upi' };
  expect(await server.call('deposit-create', order, { token })).toMatchObject(usedUp);
  expect(asked).toHaveLength(1);
});

test("returns the provider's preparation for this player", async () => {
  expect(await prepare('upi')).toMatchObject({
    status: 200,
    body: { details: prepared.details, fields: [vpa] },
  });
  expect(asked).toEqual([{ playerId, paymentMethod: 'upi', currency: 'EUR' }]);
  await prepare('yen');
  expect(asked[1]).toMatchObject({ currency: 'JPY' });
});

test('is empty if the connector prepares nothing', async () => {
  delete connector.prepare;
  expect(await prepare('plain')).toMatchObject({ status: 200, body: { details: [], fields: [] } });
});

test('a deposit is validated against the prepared fields, too, and the provider gets them', async () => {
  const refusal = (code: string, field: string) => ({ error: { code, params: { field } } });
  expect((await order({ holder: 'Zoë' })).body).toMatchObject(
    refusal('banking.paymentMethodRegex', 'vpa'),
  );
  expect((await order({ holder: 'Zoë', vpa: 'z@upi', more: '1' })).body).toMatchObject(
    refusal('request.invalid', 'more'),
  );
  expect((await order({ holder: 'Zoë', vpa: 'z@upi' })).status).toBe(200);
  expect(orders).toMatchObject([{ fields: { holder: 'Zoë', 'upi.vpa': 'z@upi' }, wallet: 'upi' }]);
});

test('is rejected if a deposit would be', async () => {
  const unavailable = { status: 422, body: { error: { code: 'method.unavailable' } } };
  expect(await prepare('elsewhere')).toMatchObject(unavailable);
  expect(await prepare('gone')).toMatchObject(unavailable);
  expect(await prepare('plain', { currency: 'JPY' })).toMatchObject(unavailable);
  const turn = (state: 'on' | 'maintenance') =>
    server.core.db.transaction().execute((tx) =>
      setMethodSwitch(server.core, tx, 'kassa', 'upi', state, {
        reason: 'to be tried',
        actor: 'a test',
        until: null,
      }),
    );
  await turn('maintenance');
  const maintenance = { status: 422, body: { error: { code: 'method.maintenance' } } };
  expect(await prepare('upi')).toMatchObject(maintenance);
  expect(await order({ holder: 'Zoë', vpa: 'z@upi' })).toMatchObject(maintenance);
  await turn('on');
  await server.core.db.transaction().execute((tx) =>
    blockPlayer(
      server.core,
      tx,
      { brandId: 'kassa', playerId },
      {
        id: uuidv7(),
        what: 'deposits',
        source: 'operator',
        until: null,
        actor: 'a test',
        reason: 'to be tried',
      },
    ),
  );
  expect(await prepare('upi')).toMatchObject({ status: 403 });
  expect(await order({ holder: 'Zoë', vpa: 'z@upi' })).toMatchObject({ status: 403 });
  expect(asked).toEqual([]);
});

test.each<[what: string, outcome: PrepareOutcome, status: number, code: string]>([
  [
    'a decline with a message',
    { kind: 'error', error: 'declined', message: 'Call your bank.', detail: 'no' },
    422,
    'banking.merchantClientError',
  ],
  [
    'a decline without a message',
    { kind: 'error', error: 'declined', message: null, detail: 'no' },
    422,
    'provider.declined',
  ],
  [
    'a timeout',
    { kind: 'error', error: 'timeoutUnknown', detail: 'silence' },
    504,
    'provider.timeout',
  ],
  [
    "a request for a card's code",
    { ...prepared, fields: [{ ...vpa, name: 'cvv' }] },
    502,
    'provider.unavailable',
  ],
  [
    'an empty detail',
    { ...prepared, details: [{ name: 'account', value: '' }] },
    502,
    'provider.unavailable',
  ],
])('%s gives its own error', async (_, answer, status, code) => {
  // A working preparation first, or the circuit breaker would open after some of these.
  await prepare('upi');
  outcome = answer;
  expect(await prepare('upi')).toMatchObject({ status, body: { error: { code } } });
});
