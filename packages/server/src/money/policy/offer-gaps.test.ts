import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CallResponse } from '@kassa/contract';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ratesSettingsSchema } from '../../brands/rates-settings.ts';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { setMethodSwitch } from '../../catalog/method-switches.ts';
import { revokeKey } from '../../operator/keys/keys.ts';
import { type BrandRates, buildBrandRates } from '../../providers/rates/brand-rates.ts';
import { buildMethod } from '../../testing/build-method.ts';
import { buildRequisite } from '../../testing/build-requisite.ts';
import { createOperator } from '../../testing/operator-client.ts';
import { useRequisiteDesk } from '../../testing/requisite-desk.ts';
import { addRequisite } from '../requisites/add-requisite.ts';

type Offer = CallResponse<'methods-payment-v3'>;

const { desk, add } = useRequisiteDesk();

/** Lists the methods that a new player in Germany, with an account in euros, is offered. */
async function list(
  request: object = {},
  call: 'methods-payment-v3' | 'methods-withdrawal' = 'methods-payment-v3',
): Promise<Offer> {
  const issuedAt = desk.server.core.now();
  const token = await desk.server.token({ playerId: uuidv7(), issuedAt });
  const { status, body } = await desk.server.call(call, request, { token });
  expect(status).toBe(200);
  return body;
}

const namesOf = ({ methods }: Offer) => methods.map(({ name }) => name);

function brandOf() {
  const brand = desk.server.core.brands.get('kassa');
  if (brand === undefined) throw new Error('There is no brand');
  return brand;
}

describe('a method that is paid into the operator’s accounts alone', () => {
  /** Those with a provider as another way are offered in any case. */
  const others = ['transfer-or-card', 'card-or-transfer'];
  const pooled = async (request: object = {}) =>
    namesOf(await list(request)).filter((name) => !others.includes(name));
  const change = (id: string, columns: object) =>
    desk.server.core.db.updateTable('requisites').set(columns).where('id', '=', id).execute();

  test('is offered while one of them is on', async () => {
    expect(namesOf(await list())).toEqual(others);
    const { id } = await add();
    expect(namesOf(await list())).toEqual(['transfer', 'two-pools', ...others]);
    await change(id, { is_on: false });
    expect(namesOf(await list())).toEqual(others);
    await change(id, { is_on: true });
    expect(await pooled()).toEqual(['transfer', 'two-pools']);
    await change(id, { removed_at: new Date() });
    expect(await pooled()).toEqual([]);
  });

  test('is offered where any of its pools has one', async () => {
    await add({ account: 'spare' });
    expect(await pooled()).toEqual(['two-pools']);
  });

  test.each([
    ['currency', { currency: 'JPY' }],
    ['country', { country: 'fr' }],
    ['method', { methods: ['card-or-transfer'] }],
    ['pool', { account: 'elsewhere' }],
  ])('is not offered for one of another %s', async (_, part) => {
    await add(part);
    expect(await pooled()).toEqual([]);
  });

  test('is not offered for one of another brand', async () => {
    const foreign = buildRequisite({ account: 'own', methods: ['transfer', 'two-pools'] });
    await desk.server.core.db
      .transaction()
      .execute((tx) => addRequisite(desk.server.core, tx, 'other', foreign));
    expect(await pooled()).toEqual([]);
  });

  test('is offered in the currency that the player asks for', async () => {
    await add({ currency: 'JPY' });
    expect(await pooled({ currency: 'JPY' })).toEqual(['transfer', 'two-pools']);
    // None of the methods takes it: the list is in the account's currency.
    expect(await pooled({ currency: 'USD' })).toEqual([]);
  });

  test('is offered by the player’s own country, whatever region they select', async () => {
    const token = await desk.server.token({ playerId: uuidv7() });
    const order = { amount: '50', currency: 'EUR', paymentType: 'transfer', selectedCountry: 'fr' };
    const create = async () =>
      (await desk.server.call('deposit-create', order, { token })).body.error?.code;
    const french = await add({ country: 'fr' });
    expect(await pooled({ country: 'fr' })).toEqual([]);
    expect(await create()).toBe('requisites.noneFree');
    await change(french.id, { is_on: false });
    await add();
    expect(await pooled({ country: 'fr' })).toEqual(['transfer', 'two-pools']);
    expect(await create()).toBeUndefined();
  });
});

/** Puts back what a test replaced. */
const undo: (() => void)[] = [];

afterEach(() => {
  for (const act of undo.splice(0).reverse()) act();
});

/** Makes the brand offer these methods, until the test ends. */
function offer(...methods: CatalogMethod[]): void {
  const { core } = desk.server;
  const groups = ['cards', 'coins'].map((name, position) => ({ name, label: name, position }));
  const catalog = { ...core.catalogOf('kassa'), methods, groups };
  const { catalogOf } = core;
  core.catalogOf = () => catalog;
  undo.push(() => {
    core.catalogOf = catalogOf;
  });
}

/** Changes the brand's settings, until the test ends. */
function set(part: Partial<Pick<ReturnType<typeof brandOf>, 'rates' | 'withdrawals'>>): void {
  const brand = brandOf();
  const before = { rates: brand.rates, withdrawals: brand.withdrawals };
  Object.assign(brand, part);
  undo.push(() => Object.assign(brand, before));
}

const approveUpTo = (amounts: Record<string, string>) =>
  set({ withdrawals: { ...brandOf().withdrawals, approveUpTo: amounts } });

describe('a coin without a rate in the brand’s feed', () => {
  const bitcoin = { currency: 'BTC', blockchain: 'BITCOIN' } as const;
  const litecoin = { currency: 'LTC', blockchain: 'LITECOIN' } as const;
  const amount_rules = {
    EUR: { min: '5', max: '500' },
    BTC: { min: '0.001', max: '1' },
    LTC: { min: '0.1', max: '100' },
  };
  const payout = { transaction: 'withdrawal', amount_rules } as const;
  const methods = [
    buildMethod('card'),
    buildMethod('bitcoin', { coin: bitcoin, amount_rules }),
    buildMethod('litecoin', { coin: litecoin, amount_rules }),
    buildMethod('to_bank', payout),
    buildMethod('to_bitcoin', { ...payout, coin: bitcoin }),
    buildMethod('to_litecoin', { ...payout, coin: litecoin }),
  ];
  let feed: Server;
  let rates: BrandRates | undefined;

  beforeEach(() => {
    approveUpTo({ EUR: '500' });
    offer(...methods);
  });

  afterEach(async () => {
    await rates?.stop();
    feed.close();
  });

  /** Gives the brand a feed over HTTP that has these rates. */
  async function startFeed(table: Record<string, string>): Promise<void> {
    const { core } = desk.server;
    feed = createServer((_request, response) => {
      const at = core.now().toISOString();
      const body = JSON.stringify({ base: 'EUR', rates: table, at });
      response.writeHead(200, { connection: 'close' }).end(body);
    });
    await new Promise<void>((resolve) => feed.listen(0, 'localhost', resolve));
    const url = `http://localhost:${(feed.address() as AddressInfo).port}`;
    set({ rates: ratesSettingsSchema.parse({ kind: 'http', url, maxAgeSeconds: 600 }) });
    rates = buildBrandRates(core.brands, core);
    await rates.start();
    const { ratesOf } = core;
    core.ratesOf = rates.ratesOf;
    undo.push(() => {
      core.ratesOf = ratesOf;
    });
  }

  const turn = (method: string, state: 'on' | 'maintenance') =>
    desk.server.core.db.transaction().execute((tx) =>
      setMethodSwitch(desk.server.core, tx, 'kassa', method, state, {
        reason: 'to be tried',
        shownReason: 'provider',
        actor: 'a test',
        until: null,
      }),
    );

  const cases = [
    ['deposit', 'methods-payment-v3', ['card', 'bitcoin', 'litecoin']],
    ['withdrawal', 'methods-withdrawal', ['to_bank', 'to_bitcoin', 'to_litecoin']],
  ] as const;

  describe.each(cases)('shows its %s', (_, call, names) => {
    const reasons = async () =>
      (await list({}, call)).methods.map(({ name, unavailable }) => [name, unavailable?.reason]);
    const [money, priced, unpriced] = names;

    test('as unavailable, and no other', async () => {
      await startFeed({ BTC: '0.00002' });
      expect(await reasons()).toEqual([
        [money, undefined],
        [priced, undefined],
        [unpriced, 'technical'],
      ]);
    });

    test('as unavailable once the rates are too old', async () => {
      await startFeed({ BTC: '0.00002', LTC: '0.01' });
      expect((await reasons()).map(([, reason]) => reason)).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await desk.server.later(601_000, async () => {
        expect(await reasons()).toEqual([
          [money, undefined],
          [priced, 'technical'],
          [unpriced, 'technical'],
        ]);
      });
    });

    test('with its own reason in maintenance', async () => {
      await startFeed({});
      await turn(unpriced, 'maintenance');
      expect(await reasons()).toEqual([
        [money, undefined],
        [priced, 'technical'],
        [unpriced, 'provider'],
      ]);
      await turn(unpriced, 'on');
    });
  });
});

describe('a withdrawal that is reviewed whatever its amount', () => {
  const payout = (name: string, min: string, group = 'cards') =>
    buildMethod(name, {
      transaction: 'withdrawal',
      group,
      amount_rules: { EUR: { min, max: '500' } },
    });

  beforeEach(async () => {
    const now = new Date();
    await desk.server.core.db.updateTable('operator_keys').set({ revoked_at: now }).execute();
    approveUpTo({ EUR: '20' });
    offer(payout('small', '20'), payout('large', '20.01'), payout('coin', '50', 'coins'));
  });

  const shown = async () => {
    const { methods, groups } = await list({}, 'methods-withdrawal');
    const grouped = groups.flatMap(({ paymentMethods }) => paymentMethods);
    expect(grouped).toEqual(methods.map(({ name }) => name));
    return grouped;
  };

  test('is offered while a key may approve it', async () => {
    expect(await shown()).toEqual(['small']);
    const { keyId } = await createOperator(desk.server, { scopes: ['withdrawals'] });
    expect(await shown()).toEqual(['small', 'large', 'coin']);
    const { core } = desk.server;
    const key = { brandId: 'kassa', id: keyId, now: core.now() };
    await core.db.transaction().execute((tx) => revokeKey(tx, key));
    expect(await shown()).toEqual(['small']);
  });

  test('is not offered once that key has expired', async () => {
    const expiresAt = new Date(Date.now() + 600_000);
    await createOperator(desk.server, { scopes: ['read', 'withdrawals'], expiresAt });
    expect(await shown()).toEqual(['small', 'large', 'coin']);
    await desk.server.later(601_000, async () => expect(await shown()).toEqual(['small']));
  });

  test('is not offered for a key of another scope or brand', async () => {
    await createOperator(desk.server, { scopes: ['read', 'approvals'] });
    await createOperator(desk.server, { brandId: 'other' });
    expect(await shown()).toEqual(['small']);
  });

  test('is every one where nothing is approved by itself', async () => {
    approveUpTo({ JPY: '1000000' });
    expect(await shown()).toEqual([]);
    await createOperator(desk.server, { scopes: ['withdrawals'] });
    expect(await shown()).toEqual(['small', 'large', 'coin']);
  });
});
