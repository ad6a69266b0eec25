import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildAccounts } from '../../brands/accounts.ts';
import type { Brand } from '../../brands/load-brands.ts';
import type { Route } from '../../catalog/route-schema.ts';
import type { PlannedRoute } from '../../ground/database/tables/attempts.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { createOperator, type OperatorClient } from '../../testing/operator-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';
import { buildRouteSuccess } from '../policy/route-success.ts';

/* Several accounts of the sandbox, each its own merchant, and routes to them. */

const names = ['sandbox-eu', 'sandbox-us', 'sandbox-vip', 'sandbox-old'] as const;

const routes: Route[] = [
  { account: 'sandbox-vip', groups: ['vip'] },
  { account: 'sandbox-old' },
  { account: 'sandbox-us', countries: ['fr'] },
  { account: 'sandbox-eu', amount: { EUR: { min: '100' } } },
  { account: 'sandbox' },
];
const byPlayer: Route[] = [
  { account: 'sandbox-eu', share: 50 },
  { account: 'sandbox-us', share: 50 },
];

let server: TestServer;
let operator: OperatorClient;
let brand: Brand;

beforeAll(async () => {
  server = await startTestServer();
  operator = await createOperator(server);
  brand = server.core.brands.get('kassa') as Brand;
  const accounts = Object.fromEntries(
    names.map((name) => {
      const merchant = name.replace('sandbox-', '');
      const settings = {
        apiUrl: server.sandbox.url,
        apiKey: `sandbox-api-key-of-tests.${merchant}`,
        webhookSecret: `${server.webhookSecret}.${merchant}`,
      };
      return [name, { connector: 'sandbox', isOff: name === 'sandbox-old', settings }];
    }),
  );
  const built = buildAccounts({ accounts }, false);
  expect(built.problems).toEqual([]);
  for (const account of built.accounts.values()) brand.accounts.set(account.name, account);
  const catalog = {
    ...server.core.catalogOf('kassa'),
    methods: [
      buildMethod('routed', { routes, countries: '*' }),
      buildMethod('vips', { routes: routes.slice(0, 1) }),
      buildMethod('prepared', { routes: byPlayer, isPreparationRequired: true }),
      buildMethod('payout', {
        transaction: 'withdrawal',
        countries: '*',
        routes: [{ account: 'sandbox-us', amount: { EUR: { max: '20' } } }, { account: 'sandbox' }],
      }),
    ],
  };
  server.core.catalogOf = (brandId) =>
    brandId === 'kassa' ? catalog : { ...catalog, methods: [] };
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

async function begin(
  part: { amount?: string; paymentType?: string },
  { country = 'de', group }: { country?: string; group?: string } = {},
) {
  const token = await server.token({ playerId: uuidv7(), country, ...(group && { group }) });
  const order = { amount: '50', currency: 'EUR', paymentType: 'routed', ...part };
  const { status, body } = await server.call('deposit-create', order, { token });
  return { status, body, token, depositId: String(body.depositId) };
}

async function load(depositId: string) {
  return server.core.db
    .selectFrom('deposits')
    .select(['connector', 'attempt', 'route_plan', 'status'])
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();
}

const explain = async (fields: Record<string, string>) => {
  const request = { method: 'routed', country: 'de', currency: 'EUR', amount: '50', ...fields };
  const { body } = await operator.ask('routes-explain', request);
  return body.items as {
    account: string;
    order: number | null;
    reason: string;
    isAccountOn: boolean;
  }[];
};

const places = (plan: readonly Pick<PlannedRoute, 'account' | 'order'>[] | null) =>
  plan?.map(({ account, order }) => `${order ?? '-'} ${account}`);

test.each([
  ['sandbox', {}, {}],
  ['sandbox-us', {}, { country: 'fr' }],
  ['sandbox-eu', { amount: '100' }, {}],
  ['sandbox-vip', { amount: '100' }, { country: 'fr', group: 'vip' }],
])('a deposit goes to %s, as was explained before', async (account, part, player) => {
  const explained = await explain({ ...part, ...player });
  const { status, depositId } = await begin(part, player);
  expect(status).toBe(200);
  const deposit = await load(depositId);
  expect(deposit).toMatchObject({ connector: account, attempt: 1 });
  expect(places(deposit.route_plan)).toEqual(places(explained));
  expect(explained[0]).toMatchObject({ account, order: 1, isAccountOn: true });
  expect(explained.find((route) => route.account === 'sandbox-old')).toMatchObject({
    order: null,
    reason: 'its account is off',
    isAccountOn: false,
  });
});

test("money that arrives at an account is that account's, also once it is off", async () => {
  const { depositId } = await begin({}, { country: 'fr' });
  const account = brand.accounts.get('sandbox-us');
  if (account === undefined) throw new Error('no account');
  account.isOn = false;
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${server.sandbox.url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: 'Bearer sandbox-api-key-of-tests.us',
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as { id: string };
  };
  const payment = await ask(`/v1/payments?merchantReference=${depositId}`);
  await ask(`/v1/payments/${payment.id}/approve`, {});
  await expect.poll(async () => (await load(depositId)).status).toBe('processed');
  const receipts = await server.core.db
    .selectFrom('payments')
    .select('connector')
    .where('deposit_id', '=', depositId)
    .execute();
  expect(receipts).toEqual([{ connector: 'sandbox-us' }]);
  expect((await load((await begin({}, { country: 'fr' })).depositId)).connector).toBe('sandbox');
  account.isOn = true;
});

test('a deposit avoids an account whose circuit is open, as was explained before', async () => {
  const { breakers } = server.core;
  const { room } = breakers;
  breakers.room = (key) => (key === 'kassa sandbox create' ? 'none' : 'any');
  const explained = await explain({ amount: '100' });
  const { depositId } = await begin({ amount: '100' });
  breakers.room = room;
  expect(explained[0]).toMatchObject({ account: 'sandbox-eu', isCircuitOpen: false });
  expect(explained.at(-1)).toMatchObject({ account: 'sandbox', order: null, isCircuitOpen: true });
  expect((await load(depositId)).route_plan).toContainEqual({
    account: 'sandbox',
    order: null,
    because: 'circuitOpen',
  });
});

test('a deposit that no route takes is refused, and nothing is stored', async () => {
  const count = () => server.core.db.selectFrom('deposits').select('id').execute();
  const before = (await count()).length;
  const { status, body } = await begin({ paymentType: 'vips' });
  expect([status, body.error.code]).toEqual([422, 'method.unavailable']);
  expect((await count()).length).toBe(before);
});

test('a prepared form and its deposit have one account', async () => {
  const asked: string[] = [];
  for (const { account } of byPlayer) {
    const connector = brand.accounts.get(account)?.connector;
    if (connector === undefined) throw new Error('no account');
    connector.prepare = async () => {
      asked.push(account);
      return { kind: 'prepared', details: [], fields: [] };
    };
  }
  for (let player = 0; player < 6; player += 1) {
    const token = await server.token({ playerId: uuidv7() });
    const paymentMethod = 'prepared';
    await server.call('deposit-prepare', { paymentMethod, currency: 'EUR' }, { token });
    const order = { amount: '50', currency: 'EUR', paymentType: paymentMethod };
    const { body } = await server.call('deposit-create', order, { token });
    const { connector } = await load(body.depositId);
    expect(asked.splice(0)).toEqual([connector, connector]);
  }
});

test('only the first account of a prepared method is asked, as was explained before', async () => {
  const { breakers } = server.core;
  const { room } = breakers;
  const explained = () => explain({ method: 'prepared' });
  expect(places(await explained())).toEqual(['1 sandbox-eu', '- sandbox-us']);
  breakers.room = (key) => (key === 'kassa sandbox-eu prepare' ? 'none' : 'any');
  const failing = await explained();
  const { depositId } = await begin({ paymentType: 'prepared' });
  breakers.room = room;
  expect(places(failing)).toEqual(['1 sandbox-us', '- sandbox-eu']);
  expect(failing[1]).toMatchObject({ isCircuitOpen: true });
  expect((await load(depositId)).connector).toBe('sandbox-us');
});

test.each([
  ['sandbox-us', '20', { account: 'sandbox', order: null, because: 'onlyFirst' }],
  ['sandbox', '21', { account: 'sandbox-us', order: null, because: 'amount' }],
])('a withdrawal goes to %s only, as was explained before', async (account, amount, leftOut) => {
  const explained = await explain({ method: 'payout', amount });
  const { token, depositId } = await begin({});
  const { body: payment } = await server.provider(
    'GET',
    `/v1/payments?merchantReference=${depositId}`,
  );
  await server.provider('POST', `/v1/payments/${payment.id}/approve`, {});
  await expect.poll(async () => (await load(depositId)).status).toBe('processed');
  const order = { amount, currency: 'EUR', paymentType: 'payout' };
  const { body } = await server.call('withdrawal-create', order, { token });
  const row = await server.core.db
    .selectFrom('withdrawals')
    .select(['connector', 'route_plan'])
    .where('id', '=', body.withdrawalId)
    .executeTakeFirstOrThrow();
  const plan = [{ account, order: 1, because: 'rule' }, leftOut];
  expect(row).toEqual({ connector: account, route_plan: plan });
  expect(places(explained)).toEqual(places(plan));
  const { withdrawalId } = body;
  expect((await operator.ask('withdrawals-show', { withdrawalId })).body.routes).toEqual(plan);
});

test('the list of methods names the accounts of the routes', async () => {
  const { body } = await operator.ask('methods-list');
  expect(body.items).toContainEqual(
    expect.objectContaining({
      method: 'routed',
      connector: 'sandbox',
      accounts: routes.map(({ account }) => account),
    }),
  );
});

test('a method that is not offered there has no routes to explain', async () => {
  const request = { method: 'vips', country: 'fr', currency: 'EUR', amount: '50' };
  expect(await operator.ask('routes-explain', request)).toMatchObject({
    status: 404,
    body: { error: { code: 'method.notFound' } },
  });
});

test('the success of a route is that of its last 200 attempts in the country, of 30 days', async () => {
  const row = { brand_id: 'kassa', payment_method: 'routed', account: 'sandbox-us', country: 'fr' };
  const ago = (days: number) =>
    new Date(server.core.now().getTime() - days * 24 * 3600_000).toISOString().slice(0, 10);
  const days = [
    { ...row, day: ago(29), latest: '0'.repeat(200) },
    { ...row, day: ago(20), latest: `${'1'.repeat(150)}${'0'.repeat(40)}` },
    { ...row, day: ago(10), latest: '1'.repeat(60) },
    { ...row, day: ago(0), latest: '0'.repeat(60) },
    { ...row, day: ago(20), country: 'de', latest: '01' },
    { ...row, day: ago(31), country: 'de', latest: '1' },
    { ...row, day: ago(31), country: 'at', latest: '1' },
    { ...row, day: ago(20), account: 'sandbox', latest: '1'.repeat(50) },
    { ...row, day: ago(20), brand_id: 'other', account: 'sandbox-eu', latest: '1' },
  ];
  await server.core.db.insertInto('route_statistics').values(days).execute();
  const success = buildRouteSuccess(server.core);
  expect(success.successOf('kassa', 'routed', 'sandbox-us', 'fr')).toBeNull();
  await success.refresh();
  expect(success.successOf('kassa', 'routed', 'sandbox-us', 'fr')).toEqual({
    attempts: 200,
    credits: 100,
  });
  expect(success.successOf('kassa', 'routed', 'sandbox-us', 'de')).toEqual({
    attempts: 2,
    credits: 1,
  });
  expect(success.successOf('kassa', 'routed', 'sandbox-us', 'at')).toBeNull();
  expect(success.successOf('kassa', 'routed', 'sandbox-eu', 'fr')).toBeNull();
  server.core.successOf = success.successOf;
  const [first, second] = await explain({ country: 'fr' });
  expect(first).toMatchObject({ account: 'sandbox', order: 1, attempts: 50, credits: 50 });
  expect(second).toMatchObject({ account: 'sandbox-us', order: 2, attempts: 200, credits: 100 });
});

test('a method is measured by the attempts at all accounts in the country, of 30 days', async () => {
  const row = { brand_id: 'kassa', payment_method: 'routed', country: 'at', attempts: 30 };
  const day = (days: number) =>
    new Date(server.core.now().getTime() - days * 24 * 3600_000).toISOString().slice(0, 10);
  const minute = [0, 0, 0, 29];
  const rows = [
    { ...row, account: 'sandbox', day: day(29), credits: 29, arrivals: minute },
    { ...row, account: 'sandbox-us', day: day(1), credits: 28, arrivals: minute },
    { ...row, account: 'sandbox-us', day: day(2), credits: 29, arrivals: [0, 0, 1] },
    // Too old, and too few.
    { ...row, account: 'sandbox', day: day(31), credits: 0 },
    { ...row, account: 'sandbox', day: day(1), country: 'fi', credits: 30, arrivals: minute },
  ];
  await server.core.db.insertInto('route_statistics').values(rows).execute();
  const success = buildRouteSuccess(server.core);
  const told = (country: string) => success.arrivalsOf('kassa', country).byMethod.get('routed');
  expect(told('at')).toBeUndefined();
  await success.refresh();
  expect(told('at')).toEqual({ usualMinutes: 1, arrivesPercent: 95 });
  expect(told('fi')).toBeUndefined();
  // Another account of the same method, and the same place of another brand.
  expect(success.arrivalsOf('other', 'at').byMethod.size).toBe(0);
  // What routes follow isn't touched.
  expect(success.successOf('kassa', 'routed', 'sandbox-us', 'at')).toBeNull();
});
