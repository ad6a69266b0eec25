import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import type { Connector, CreateOutcome, DepositOrder } from '../../connectors/connector.ts';
import { findByField } from '../../ground/encryption/blind-index.ts';
import { erasePlayer } from '../../operator/data-protection/erase-player.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mostFieldRequests } from '../deposits/plan-outcome.ts';
import { followUpDeposits } from '../provider-events/follow-up-deposits.ts';

/* A provider that responds as the test says. */

let server: TestServer;
let connector: Connector;
let create: Connector['create'];
let orders: DepositOrder[];
let answers: CreateOutcome[];

beforeAll(async () => {
  server = await startTestServer();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  create = connector.create;
});

beforeEach(() => {
  orders = [];
  answers = [];
  connector.create = async (order) => {
    orders.push(order);
    return answers.shift() ?? { kind: 'error', error: 'timeoutUnknown', detail: 'no answer' };
  };
});

afterEach(() => {
  connector.create = create;
});

afterAll(() => server.stop());

const order = { amount: '50', currency: 'EUR', paymentType: 'card' };
const accepted: CreateOutcome = { kind: 'accepted', providerReference: 'pay_1', step: null };

/** Builds the outcome of a provider that asks for these fields. */
const asks = (...fields: { name: string; alias?: string }[]): CreateOutcome => ({
  kind: 'fieldsRequired',
  providerReference: 'pay_1',
  fields: fields.map((field) => ({ ...field, type: 'text', placeholder: { en: 'More' } })),
});

/** Creates a deposit of a new player. */
async function begin(fields: Record<string, string> = {}) {
  const token = await server.token({ playerId: uuidv7() });
  const { body } = await server.call('deposit-create', { ...order, fields }, { token });
  const depositId = body.depositId as string;
  const goOn = (more: Record<string, string>) =>
    server.call('deposit-create', { ...order, fields: more, depositId }, { token });
  const get = async () => (await server.call('deposit-get', { depositId }, { token })).body;
  return { depositId, goOn, get };
}

const rowOf = (depositId: string) =>
  server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();

const page = { kind: 'page', method: 'GET', url: 'https://provider.test/pay', data: {} } as const;
const withPage: CreateOutcome = { ...accepted, step: page };
const answerTimeoutMs = 45_000;

test("fields that the provider asked for have its alias, earlier fields the method's", async () => {
  answers = [
    asks({ name: 'otp', alias: 'auth.otp' }),
    // The provider's field `speed` is another one than the method's.
    asks({ name: 'speed' }, { name: 'iban' }),
    accepted,
  ];
  const { goOn } = await begin({ speed: 'express', iban: 'DE00' });
  await goOn({ otp: '123456' });
  expect((await goOn({ speed: '90', iban: 'DE89' })).status).toBe(200);
  expect(orders.map(({ fields }) => fields)).toEqual([
    { 'transfer.speed': 'express', iban: 'DE00' },
    { 'transfer.speed': 'express', iban: 'DE00', 'auth.otp': '123456' },
    { 'transfer.speed': 'express', iban: 'DE89', 'auth.otp': '123456', speed: '90' },
  ]);
});

test('fields whose response was lost are sent again: for the same payment, with the same values', async () => {
  answers = [asks({ name: 'otp' })];
  const { depositId, goOn, get } = await begin();
  expect((await goOn({ otp: '123456' })).status).toBe(504);
  await followUpDeposits(server.core);
  expect(orders).toHaveLength(2);
  answers = [withPage];
  await server.later(answerTimeoutMs, () => followUpDeposits(server.core));
  expect(orders).toHaveLength(3);
  expect(orders[2]).toEqual(orders[1]);
  expect(orders[2]).toMatchObject({ depositId, providerReference: 'pay_1' });
  expect(await get()).toMatchObject({
    deposit: { canContinue: true },
    created: { apiResponse: { source: page.url, isFieldsRequired: false } },
  });
  expect(await rowOf(depositId)).toMatchObject({ continued_at: null, required_fields: null });
});

test('they are not sent again while the method is switched off', async () => {
  answers = [asks({ name: 'otp' })];
  const { goOn } = await begin();
  await goOn({ otp: '123456' });
  const turn = (state: 'on' | 'off') =>
    server.core.db.transaction().execute((tx) =>
      setMethodSwitch(server.core, tx, 'kassa', 'card', state, {
        reason: 'to be tried',
        actor: 'a test',
        until: null,
      }),
    );
  await turn('off');
  await server.later(answerTimeoutMs, () => followUpDeposits(server.core));
  expect(orders).toHaveLength(2);
  await turn('on');
  await server.later(120_000, () => followUpDeposits(server.core));
  expect(orders).toHaveLength(3);
});

test('the player may send the fields again once no process waits for the response', async () => {
  answers = [asks({ name: 'otp' })];
  const { goOn, get } = await begin();
  await goOn({ otp: '123456' });
  expect((await goOn({ otp: '123456' })).status).toBe(409);
  answers = [withPage];
  await server.later(answerTimeoutMs, async () => {
    expect(await get()).toMatchObject({
      deposit: { canContinue: true },
      created: { apiResponse: { isFieldsRequired: true } },
    });
    expect((await goOn({ otp: '654321' })).body).toMatchObject({
      apiResponse: { source: page.url },
    });
  });
  expect(orders[2]).toMatchObject({ providerReference: 'pay_1', fields: { otp: '654321' } });
});

test('a deposit that ended during the request to its provider cannot continue', async () => {
  answers = [asks({ name: 'otp' })];
  const { depositId, goOn } = await begin();
  connector.create = async () => {
    const ended = { status: 'autoCanceled', continued_at: null } as const;
    await server.core.db.updateTable('deposits').set(ended).where('id', '=', depositId).execute();
    return withPage;
  };
  expect(await goOn({ otp: '123456' })).toMatchObject({
    status: 409,
    body: { error: { code: 'deposit.notOpen' } },
  });
});

test('a player who continues at the last moment has the full time to pay', async () => {
  answers = [asks({ name: 'otp' }), withPage];
  const { depositId, goOn } = await begin();
  const { expires_at: before } = await rowOf(depositId);
  await server.later(29 * 60_000, () => goOn({ otp: '123456' }));
  const { expires_at: after } = await rowOf(depositId);
  expect(after.getTime() - before.getTime()).toBeGreaterThanOrEqual(29 * 60_000);
});

test('a deposit whose provider asks for fields too often is declined, and canceled there as well', async () => {
  const canceled: string[] = [];
  const { cancel } = connector;
  connector.cancel = async ({ providerReference }) => {
    canceled.push(providerReference ?? '');
    return { kind: 'cannotCancel' };
  };
  answers = Array.from({ length: 12 }, () => asks({ name: 'otp' }));
  const { depositId, goOn } = await begin();
  for (let round = 1; round < mostFieldRequests; round += 1) {
    expect((await goOn({ otp: `${round}` })).status).toBe(200);
  }
  expect(await goOn({ otp: '99' })).toMatchObject({
    status: 422,
    body: { error: { code: 'provider.declined' } },
  });
  connector.cancel = cancel;
  expect(canceled).toEqual(['pay_1']);
  expect(await rowOf(depositId)).toMatchObject({
    status: 'declined',
    required_fields: null,
    provider_cancel: 'cannotCancel',
    // It still counts towards the player's limits.
    late_until: expect.any(Date),
  });
  expect(orders).toHaveLength(mostFieldRequests + 1);
});

test('a corrected value is no longer found by search, the first fields still are', async () => {
  answers = [asks({ name: 'otp' }), asks({ name: 'otp' }), withPage];
  const [wrong, right, iban] = [uuidv7(), uuidv7(), uuidv7()];
  const { depositId, goOn } = await begin({ iban });
  await goOn({ otp: wrong });
  await goOn({ otp: right });
  const find = async (kind: string, value: string) =>
    (await findByField(server.core, 'kassa', kind, value)).map(({ id }) => id);
  expect(await find('otp', wrong)).toEqual([]);
  expect(await find('otp', right)).toEqual([depositId]);
  expect(await find('iban', iban)).toEqual([depositId]);
});

test.each(['first', 'second'])(
  'nothing of a player who is erased during the %s request is stored',
  async (moment) => {
    answers = [asks({ name: 'otp' })];
    const externalId = uuidv7();
    const token = await server.token({ playerId: externalId });
    const ref = {
      brandId: 'kassa',
      playerId: await resolvePlayer(server.core.db, 'kassa', externalId),
    };
    const answer = connector.create;
    let depositId = '';
    const eraseThenAnswer: typeof answer = async (asked) => {
      depositId = asked.depositId;
      const options = { isForced: true };
      await server.core.db
        .transaction()
        .execute((tx) => erasePlayer(server.core, tx, ref, options));
      return { ...withPage, step: { ...page, data: { name: 'Jane Doe' } } };
    };
    if (moment === 'first') connector.create = eraseThenAnswer;
    const { body } = await server.call('deposit-create', order, { token });
    connector.create = eraseThenAnswer;
    if (moment === 'second') {
      const more = { ...order, depositId: body.depositId, fields: { otp: '123456' } };
      await server.call('deposit-create', more, { token });
    }
    expect(await rowOf(depositId)).toMatchObject({
      provider_reference: 'pay_1',
      redirect: null,
      required_fields: null,
      continued_at: null,
    });
  },
);

test('a deposit that has ended at the provider cannot continue, and ends here, too', async () => {
  connector.create = create;
  await server.provider('POST', '/v1/behaviours', { webhook: 'lost' });
  const { depositId, goOn } = await begin({ iban: 'DE991111' });
  const { provider_reference } = await rowOf(depositId);
  await server.provider('POST', `/v1/payments/${provider_reference}/cancel`, {});
  await server.provider('POST', '/v1/behaviours', { webhook: 'normal' });
  expect((await goOn({ smsCode: '123456' })).status).toBe(502);
  await server.later(120_000, () => followUpDeposits(server.core));
  expect(await rowOf(depositId)).toMatchObject({ status: 'canceled', redirect: null });
});
