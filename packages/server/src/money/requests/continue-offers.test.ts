import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { DepositCreateResponse, OnrampOffer } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Connector, OffersConnector, OffersOutcome } from '../../connectors/connector.ts';
import { openFields } from '../../ground/encryption/sealed.ts';
import { blockPlayer } from '../../players/player-blocks.ts';
import { resolvePlayer } from '../../players/player-row.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkLedger } from '../ledger/check-ledger.ts';

let server: TestServer;
let connector: Connector;
let offers: OffersConnector;

const rates = { kind: 'static', base: 'USD', table: { EUR: '0.92', GBP: '0.79' } };

const onramp = {
  name: 'onramp',
  category: 'onramp',
  cardViewType: 13,
  text: { en: 'Buy crypto' },
  amount_rules: {
    EUR: { min: '30', max: '5000' },
    GBP: { min: '30', max: '5000' },
    JPY: { min: '5000', max: '800000' },
  },
  position: 20,
  iconIds: ['card'],
  countries: '*',
  connector: 'sandbox',
  group: 'cards',
};

beforeAll(async () => {
  server = await startTestServer({}, { brand: { rates } });
  const folder = path.join(server.configFolder, 'catalogs/kassa');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'onramp.json'), JSON.stringify({ add: [onramp] }));
  await server.reload();
  connector = server.core.brands.get('kassa')?.accounts.get('sandbox')?.connector as Connector;
  offers = connector.offers as OffersConnector;
});

afterEach(() => {
  connector.offers = offers;
});

afterAll(async () => {
  expect(await checkLedger(server.core.db)).toEqual([]);
  await server.stop();
});

const order = { amount: '100', currency: 'EUR', paymentType: 'onramp', buyerCountry: 'de' };

const offersOf = (created: DepositCreateResponse) =>
  created.apiResponse.data.paymentMethodOffers as OnrampOffer[];

/** Creates a deposit of a new player, with offers. */
async function begin(part: object = {}) {
  const externalId = uuidv7();
  const token = await server.token({ playerId: externalId });
  const { body } = await server.call('deposit-create', { ...order, ...part }, { token });
  const depositId: string = body.depositId;
  const choose = (offerId?: string) =>
    server.call('external-deposit-continue', { depositId, ...(offerId && { offerId }) }, { token });
  const get = async () => (await server.call('deposit-get', { depositId }, { token })).body;
  const cancel = () =>
    server.call('deposit-cancel', { depositId, paymentMethod: 'onramp' }, { token });
  const idOf = (method: string) =>
    offersOf(body).find((offer) => offer.method === method)?.offerId ?? '';
  const status = async () =>
    (await server.call('deposit-status', { depositId, paymentMethod: 'onramp' }, { token })).body;
  return { externalId, token, depositId, created: body, choose, get, cancel, idOf, status };
}

const rowOf = (depositId: string) =>
  server.core.db
    .selectFrom('deposits')
    .selectAll()
    .where('id', '=', depositId)
    .executeTakeFirstOrThrow();

const paymentOf = async (depositId: string) =>
  (await server.provider('GET', `/v1/payments?merchantReference=${depositId}`)).body;

const press = (page: string, action: string) =>
  fetch(page, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ action }) });

const changed = { status: 409, body: { error: { code: 'offer.changed' } } };

describe('a deposit that buys crypto', () => {
  test('has the offers of the sellers in the buyer’s country', async () => {
    const { created, depositId } = await begin();
    const { source, pageId, data } = created.apiResponse;
    expect({ source, pageId, lifetime: data.lifetime }).toEqual({
      source: null,
      pageId: null,
      lifetime: 60,
    });
    expect(offersOf(created)).toMatchObject([
      { method: 'moonpay', amount: '96.01', currency: 'EUR', fee: '3.99', coin: 'USDT' },
      { method: 'banxa', amount: '96.56', fee: '1.99', rate: '0.933800' },
      { method: 'mercuryo', amount: '95.57', fee: '3.95' },
    ]);
    const { fields_sealed } = await rowOf(depositId);
    const context = { table: 'deposits' as const, brandId: 'kassa', id: depositId };
    expect(openFields(server.core.vault, context, fields_sealed)).toEqual({ country: 'de' });
    const american = await begin({ buyerCountry: 'us' });
    expect(offersOf(american.created).map(({ method }) => method)).toEqual(['moonpay', 'banxa']);
  });

  test('leads to the chosen seller’s page, and credits what arrives after the fee', async () => {
    const { depositId, choose, idOf, get, status, token } = await begin();
    const { status: code, body } = await choose(idOf('moonpay'));
    expect(code).toBe(200);
    expect(body).toMatchObject({
      depositId,
      passedAmount: '100.00',
      passedCurrency: 'EUR',
      processingAmount: '96.01',
      processingCurrency: 'EUR',
      data: { method: 'GET', source: expect.stringContaining('/pay/') },
      error: null,
    });
    const { source } = body.data;
    expect(await get()).toMatchObject({
      deposit: { canContinue: true },
      created: { apiResponse: { source, data: {} } },
    });
    expect(await (await fetch(source)).text()).toContain('MoonPay (simulated)');
    await press(source, 'approve');
    await expect
      .poll(status)
      .toMatchObject({ status: 'PAYED', amount: '100.00', processingAmount: '96.01' });
    const { body: user } = await server.call('user-get', {}, { token });
    expect(user.balanceData.primary.amount).toBe('96.01');
  });

  test('of another currency than the account’s is credited at the rate', async () => {
    const { choose, idOf, token } = await begin({ currency: 'GBP' });
    const { body } = await choose(idOf('moonpay'));
    expect(body).toMatchObject({ processingAmount: '96.01', processingCurrency: 'GBP' });
    await press(body.data.source, 'approve');
    await expect
      .poll(async () => {
        const { body: user } = await server.call('user-get', {}, { token });
        return user.balanceData.primary.amount;
      })
      .toBe('111.80');
    const { status, body: refused } = await server.call(
      'deposit-create',
      { ...order, amount: '9000', currency: 'JPY' },
      { token },
    );
    expect({ status, code: refused.error.code }).toEqual({
      status: 422,
      code: 'currency.unsupported',
    });
  });

  test('stays open for days once an offer is chosen, as a seller may check its buyer', async () => {
    const { depositId, choose, idOf } = await begin();
    await choose(idOf('banxa'));
    const { status, expires_at, created_at } = await rowOf(depositId);
    expect(status).toBe('awaitingPlayer');
    expect(expires_at.getTime() - created_at.getTime()).toBeGreaterThan(71 * 3600_000);
  });

  test('can’t be reported as paid before an offer is chosen', async () => {
    const { depositId, token } = await begin();
    const request = { depositId, paymentMethod: 'onramp' };
    expect(await server.call('deposit-complete', request, { token })).toMatchObject({
      status: 409,
      body: { error: { code: 'deposit.notOpen' } },
    });
  });

  test('names a buyer’s country only for a method that sells crypto', async () => {
    const { status, body } = await server.call('deposit-create', {
      ...order,
      paymentType: 'card',
    });
    expect({ status, error: body.error }).toMatchObject({
      status: 400,
      error: { code: 'request.invalid', params: { field: 'buyerCountry' } },
    });
  });

  test('is declined where nobody sells, with the provider’s words', async () => {
    const token = await server.token({ playerId: uuidv7() });
    const { status, body } = await server.call(
      'deposit-create',
      { ...order, buyerCountry: 'kp' },
      { token },
    );
    expect(status).toBe(422);
    expect(body.error).toMatchObject({
      code: 'banking.merchantClientError',
      message: expect.stringContaining('Nobody sells crypto'),
    });
  });
});

test.each([
  ['no offer', []],
  ['two offers with one id', ['a', 'a']],
])('a provider’s first response with %s is not shown', async (_, ids) => {
  const { create } = connector;
  const { created } = await begin();
  const paymentMethodOffers = ids.flatMap((offerId) =>
    offersOf(created)
      .slice(0, 1)
      .map((offer) => ({ ...offer, offerId })),
  );
  connector.create = async () => ({
    kind: 'accepted',
    providerReference: uuidv7(),
    step: { kind: 'offers', paymentMethodOffers },
  });
  try {
    const { status, body } = await server.call('deposit-create', order);
    expect({ status, code: body.error.code }).toEqual({ status: 504, code: 'provider.timeout' });
  } finally {
    connector.create = create;
  }
});

describe('an offer', () => {
  test('that is chosen again gives the same page', async () => {
    const { depositId, choose, idOf } = await begin();
    const first = await choose(idOf('moonpay'));
    const row = await rowOf(depositId);
    expect(await choose(idOf('moonpay'))).toEqual(first);
    expect(await rowOf(depositId)).toEqual(row);
  });

  test('that is chosen after another one doesn’t replace it', async () => {
    const { choose, idOf, get } = await begin();
    const { body } = await choose(idOf('moonpay'));
    expect(await choose(idOf('banxa'))).toMatchObject(changed);
    expect((await get()).created.apiResponse.source).toBe(body.data.source);
  });

  test('is the only one of two that are chosen at the same time', async () => {
    const { depositId, choose, idOf, get } = await begin();
    const both = await Promise.all([choose(idOf('moonpay')), choose(idOf('banxa'))]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [chosen] = both.filter(({ status }) => status === 200);
    const { takenOffer } = await paymentOf(depositId);
    expect(chosen?.body.processingAmount).toBe(takenOffer.amount);
    expect((await get()).created.apiResponse.source).toBe(chosen?.body.data.source);
  });

  test('whose response was lost is found again, also by the choice of another one', async () => {
    const { depositId, choose, idOf, get } = await begin();
    const { provider_reference } = await rowOf(depositId);
    const taken = idOf('moonpay');
    // The process died between the provider's response and its own update.
    await server.provider('POST', `/v1/payments/${provider_reference}/offers/${taken}/take`, {});
    expect(await choose(idOf('banxa'))).toMatchObject(changed);
    expect((await get()).created.apiResponse.source).toContain('/pay/');
    expect(await choose(taken)).toMatchObject({
      status: 200,
      body: { processingAmount: '96.01', error: null },
    });
  });

  test('that has ended leads to fresh ones, which can be chosen', async () => {
    const { created, choose, idOf, get } = await begin();
    const old = idOf('moonpay');
    const fresh = await server.later(61_000, async () => {
      expect(await choose(old)).toMatchObject(changed);
      return (await get()).created;
    });
    const ids = offersOf(fresh).map(({ offerId }) => offerId);
    expect(ids).toHaveLength(3);
    expect(ids).not.toContain(offersOf(created)[0]?.offerId);
    expect(await choose(ids[1])).toMatchObject({ status: 200, body: { error: null } });
  });

  test.each([undefined, 'off_unknown'])('%s leads to fresh ones', async (offerId) => {
    const { created, choose, get } = await begin();
    expect(await choose(offerId)).toMatchObject(changed);
    const fresh = (await get()).created;
    expect(offersOf(fresh)).toHaveLength(3);
    expect(offersOf(fresh)[0]?.offerId).not.toBe(offersOf(created)[0]?.offerId);
  });

  test('whose price has changed leads to the new prices', async () => {
    const { choose, idOf, get } = await begin({ amount: '102' });
    expect(await choose(idOf('moonpay'))).toMatchObject(changed);
    const [moonpay] = offersOf((await get()).created);
    expect(moonpay).toMatchObject({ method: 'moonpay', rate: '0.938400' });
    expect(await choose(moonpay?.offerId)).toMatchObject({ status: 200 });
  });

  test('whose seller is away leads to those of the others', async () => {
    const { choose, idOf, get } = await begin({ amount: '103' });
    expect(await choose(idOf('banxa'))).toMatchObject(changed);
    const methods = offersOf((await get()).created).map(({ method }) => method);
    expect(methods).toEqual(['moonpay', 'mercuryo']);
  });
});

describe('a deposit that can’t go on', () => {
  test('is declined with the provider’s words', async () => {
    const { depositId, choose, idOf } = await begin({ amount: '104' });
    const answer = await choose(idOf('moonpay'));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: null,
        processingAmount: null,
        error: {
          code: 'banking.merchantClientError',
          message: expect.stringContaining('Nobody sells crypto'),
        },
      },
    });
    expect(await choose(idOf('moonpay'))).toEqual(answer);
    expect((await rowOf(depositId)).status).toBe('declined');
    expect((await paymentOf(depositId)).status).toBe('canceled');
  });

  test('says so after it was canceled, and after its time', async () => {
    const { choose, cancel, idOf } = await begin();
    const late = () => server.later(31 * 60_000, () => choose(idOf('moonpay')));
    const ended = { status: 200, body: { data: null, error: { code: 'deposit.notOpen' } } };
    expect(await late()).toMatchObject(ended);
    await cancel();
    expect(await choose(idOf('moonpay'))).toMatchObject(ended);
  });

  test('isn’t revived by a choice under way when it is canceled', async () => {
    const { depositId, choose, cancel, idOf } = await begin();
    connector.offers = {
      ...offers,
      choose: async (deposit, offer) => {
        const outcome = await offers.choose(deposit, offer);
        await cancel();
        return outcome;
      },
    };
    expect(await choose(idOf('moonpay'))).toMatchObject({
      status: 200,
      body: { data: null, error: { code: 'deposit.notOpen' } },
    });
    expect(await rowOf(depositId)).toMatchObject({ status: 'canceled', redirect: null });
    expect((await paymentOf(depositId)).status).toBe('canceled');
  });

  test('without offers, or with money, is refused', async () => {
    const token = await server.token({ playerId: uuidv7() });
    const card = { amount: '50', currency: 'EUR', paymentType: 'card' };
    const { body } = await server.call('deposit-create', card, { token });
    const { depositId } = body;
    const refused = { status: 409, body: { error: { code: 'deposit.notOpen' } } };
    const ask = () => server.call('external-deposit-continue', { depositId }, { token });
    expect(await ask()).toMatchObject(refused);
    const { id } = await paymentOf(depositId);
    await server.provider('POST', `/v1/payments/${id}/approve`, {});
    await expect.poll(async () => (await rowOf(depositId)).status).toBe('processed');
    expect(await ask()).toMatchObject(refused);
  });
});

test('a player who was blocked meanwhile chooses no offer', async () => {
  const { externalId, depositId, choose, idOf } = await begin();
  const playerId = await resolvePlayer(server.core.db, 'kassa', externalId);
  const before = await rowOf(depositId);
  const block = { id: uuidv7(), what: 'deposits', source: 'operator', until: null } as const;
  const by = { actor: 'a test', reason: 'a test' };
  await server.core.db
    .transaction()
    .execute((tx) =>
      blockPlayer(server.core, tx, { brandId: 'kassa', playerId }, { ...block, ...by }),
    );
  expect(await choose(idOf('moonpay'))).toMatchObject({
    status: 403,
    body: { error: { code: 'player.blocked' } },
  });
  expect(await rowOf(depositId)).toEqual(before);
});

test('another device takes over no choice of offers', async () => {
  const { token, depositId } = await begin();
  expect(await server.call('deposit-device-code', { depositId }, { token })).toMatchObject({
    status: 409,
    body: { error: { code: 'deposit.notOpen' } },
  });
});

/** A chosen offer of 1 euro. */
const chosen: Extract<OffersOutcome, { kind: 'chosen' }> = {
  kind: 'chosen',
  offer: {
    offerId: 'o',
    method: 'm',
    title: 'M',
    amount: '1',
    currency: 'EUR',
    fee: '1',
    coin: 'USDT',
    coinAmount: '1',
    rate: '1',
    iconIds: [],
  },
  page: { kind: 'page', method: 'GET', url: 'https://seller.example/pay', data: {} },
};
const withOffer = (part: Partial<OnrampOffer>): OffersOutcome => ({
  ...chosen,
  offer: { ...chosen.offer, ...part },
});
const offeredWith = (part: Partial<OnrampOffer>): OffersOutcome => ({
  kind: 'offered',
  offers: { paymentMethodOffers: [chosen.offer, { ...chosen.offer, offerId: 'p', ...part }] },
});

describe('a provider', () => {
  const faults: [string, OffersOutcome, number, string][] = [
    [
      'that gives no response',
      { kind: 'error', error: 'timeoutUnknown', detail: 'none' },
      504,
      'provider.timeout',
    ],
    [
      'that rejects the request',
      { kind: 'error', error: 'rejected', detail: 'no' },
      502,
      'provider.unavailable',
    ],
    [
      'that responds with a page nobody may open',
      { ...chosen, page: { ...chosen.page, url: 'javascript:alert(1)' } },
      504,
      'provider.timeout',
    ],
    [
      'that responds with no offer',
      { kind: 'offered', offers: { paymentMethodOffers: [] } },
      504,
      'provider.timeout',
    ],
    ...(
      [
        ['an amount of zero', { amount: '0.00' }],
        ['a negative amount', { amount: '-96' }],
        ['a negative fee', { fee: '-1' }],
        ['a rate of zero', { rate: '0' }],
        ['an amount in another currency', { amount: '9500', currency: 'JPY' }],
      ] as const
    ).flatMap(([what, part]): typeof faults => [
      [`that takes an offer with ${what}`, withOffer(part), 504, 'provider.timeout'],
      [`that responds with an offer with ${what}`, offeredWith(part), 504, 'provider.timeout'],
    ]),
  ];

  test.each(faults)(
    '%s changes nothing, and can be asked again',
    async (_, outcome, status, code) => {
      const { depositId, choose, idOf } = await begin();
      const before = await rowOf(depositId);
      connector.offers = { quote: async () => outcome, choose: async () => outcome };
      expect(await choose(idOf('moonpay'))).toMatchObject({ status, body: { error: { code } } });
      expect(await rowOf(depositId)).toEqual(before);
      connector.offers = offers;
      expect(await choose(idOf('moonpay'))).toMatchObject({ status: 200, body: { error: null } });
    },
  );

  test('whose response is lost has taken the offer, which is found again', async () => {
    const { choose, idOf } = await begin();
    await server.provider('POST', '/v1/behaviours', { update: 'broken' });
    expect(await choose(idOf('moonpay'))).toMatchObject({ status: 504 });
    await server.provider('POST', '/v1/behaviours', { update: 'normal' });
    expect(await choose(idOf('moonpay'))).toMatchObject({ status: 200, body: { error: null } });
  });
});
