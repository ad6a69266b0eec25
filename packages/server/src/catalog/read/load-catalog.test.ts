import type { Blockchain } from '@kassa/contract';
import { expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { RatesSettings } from '../../brands/rates-settings.ts';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { Catalog } from '../catalog-schema.ts';
import { selectCountries, selectOffer } from '../select-methods.ts';
import { offerTo } from './offer-to.ts';

const catalog: Catalog = {
  methods: [
    buildMethod('card', { connector: 'acquirer' }),
    buildMethod('pix', { connector: 'pix', countries: ['br', 'de'] }),
    buildMethod('payout', { connector: 'pix', transaction: 'withdrawal' }),
  ],
  groups: [{ name: 'cards', label: 'group.cards', position: 1 }],
  countries: [
    { code: 'de', currency: 'EUR' },
    { code: 'br', currency: 'EUR' },
  ],
  coinBoxes: [],
  cardSchemes: [],
  cardIssuers: [],
};

const rates: RatesSettings = {
  kind: 'static',
  base: 'USD',
  table: { EUR: '0.9', USDT: '1', BTC: '0.00001' },
  sweepCoin: { currency: 'USD', rate: '1' },
};

const brands = [
  ['card-house', ['acquirer']],
  ['pix-house', ['pix']],
  ['empty-house', []],
] as const;

test('each brand offers the methods of its own accounts only', () => {
  const player = { country: 'de', currency: 'EUR' };
  const offered = brands.map(([id, names]) => {
    const accounts = new Map(names.map((name) => [name, buildAccount(name)]));
    const own = offerTo({ accounts, supportUrl: null, rates }, catalog);
    return [
      id,
      selectOffer(own, player, {}).methods.map(({ name }) => name),
      selectOffer(own, player, {}, 'withdrawal').methods.map(({ name }) => name),
      selectCountries(own, player),
    ];
  });
  expect(offered).toEqual([
    ['card-house', ['card'], [], ['de']],
    ['pix-house', ['pix'], ['payout'], ['de', 'br']],
    ['empty-house', [], [], ['de']],
  ]);
});

test('a coin is offered where one of its accounts watches its chain and takes it', () => {
  const coin = { currency: 'USDT', blockchain: 'TRON' } as const;
  const direct = buildMethod('direct', { connector: 'chains', category: 'crypto', coin });
  const routed = {
    ...direct,
    name: 'routed',
    routes: [{ account: 'bank' }, { account: 'chains' }],
  };
  const all = { ...catalog, methods: [direct, routed] };
  const offerOf = (blockchain: Blockchain, currency: string) => {
    const rail = { blockchain, coins: new Map([[currency, {}]]) } as unknown as ChainRail;
    const rails = new Map([[blockchain, rail]]);
    const accounts = new Map([
      ['chains', buildAccount('chains', { rails })],
      ['bank', buildAccount('bank')],
    ]);
    return offerTo({ accounts, supportUrl: null, rates }, all).methods.map(({ name }) => name);
  };
  expect(offerOf('TRON', 'USDT')).toEqual(['direct', 'routed']);
  expect(offerOf('TRON', 'TRX')).toEqual([]);
  expect(offerOf('ETHEREUM', 'USDT')).toEqual([]);
});

test("only methods with support lead to the brand's", () => {
  const helped = buildMethod('helped', { connector: 'acquirer', hasSupport: true });
  const all = { ...catalog, methods: [...catalog.methods, helped] };
  const accounts = new Map([['acquirer', buildAccount('acquirer')]]);
  const listSupport = (supportUrl: string | null) =>
    selectOffer(
      offerTo({ accounts, supportUrl, rates }, all),
      { country: 'de', currency: 'EUR' },
      {},
    ).methods.map((method) => [method.name, method.supportUrl]);
  const chat = 'tg://resolve?domain=casino_help';
  expect(listSupport(chat)).toEqual([
    ['card', undefined],
    ['helped', chat],
  ]);
  expect(listSupport(null)).toEqual([
    ['card', undefined],
    ['helped', undefined],
  ]);
});

test('a method whose accounts are all off is known, and not offered', () => {
  const routed = buildMethod('routed', { routes: [{ account: 'pix' }, { account: 'acquirer' }] });
  const all = { ...catalog, methods: [...catalog.methods, routed] };
  const offerOf = (isOn: Record<string, boolean>) => {
    const accounts = new Map(
      Object.entries(isOn).map(([name, on]) => [name, buildAccount(name, { isOn: on })]),
    );
    const { methods, unoffered = [] } = offerTo({ accounts, supportUrl: null, rates }, all);
    return [methods, unoffered].map((list) => list.map(({ name }) => name));
  };
  expect(offerOf({ acquirer: true, pix: false })).toEqual([
    ['card', 'routed'],
    ['pix', 'payout'],
  ]);
  expect(offerOf({ pix: false })).toEqual([[], ['pix', 'payout', 'routed']]);
});

test('a coin is offered in the currencies that it can be converted into, and the rest is named', () => {
  const coin = { currency: 'BTC', blockchain: 'BITCOIN' } as const;
  const rule = { min: '1', max: '100' };
  const amount_rules = { BTC: rule, EUR: rule, GEL: rule, QSC: rule };
  const part = { connector: 'chains', category: 'crypto', coin, amount_rules };
  const all = {
    ...catalog,
    methods: [
      buildMethod('in', part),
      buildMethod('out', { ...part, transaction: 'withdrawal' }),
      buildMethod('tron', { ...part, coin: { currency: 'TRX', blockchain: 'TRON' } }),
    ],
  };
  const rail = { blockchain: 'BITCOIN', coins: new Map([['BTC', {}]]), hotWallet: {} };
  const rails = new Map([['BITCOIN', rail]]) as unknown as Account['rails'];
  const accounts = new Map([['chains', buildAccount('chains', { rails })]]);
  const offerWith = (settings: RatesSettings | null) => {
    const { methods, lacks } = offerTo({ accounts, supportUrl: null, rates: settings }, all);
    return [methods.map((one) => [one.name, Object.keys(one.amount_rules)]), lacks];
  };
  const tron = { method: 'tron', what: 'coin', currencies: [] };
  expect(offerWith(rates)).toEqual([
    [
      ['in', ['BTC', 'EUR']],
      ['out', ['BTC', 'EUR', 'QSC']],
    ],
    [
      { method: 'in', what: 'rate', currencies: ['GEL', 'QSC'] },
      { method: 'out', what: 'rate', currencies: ['GEL'] },
      tron,
    ],
  ]);
  expect(offerWith(null)[0]).toEqual([
    ['in', ['BTC']],
    ['out', ['BTC']],
  ]);
  // A feed may bring any rate of money.
  const feed = { kind: 'http', url: 'https://rates.example' } as RatesSettings;
  expect(offerWith(feed)[0]).toEqual([
    ['in', ['BTC', 'EUR', 'GEL']],
    ['out', ['BTC', 'EUR', 'GEL']],
  ]);
});

test('a withdrawal is offered where one of its accounts pays out', () => {
  const out = buildMethod('out', { connector: 'acquirer', transaction: 'withdrawal' });
  const offerBy = (connector: object) => {
    const part = { connector: connector as Account['connector'] };
    const accounts = new Map([['acquirer', buildAccount('acquirer', part)]]);
    const all = { ...catalog, methods: [out] };
    const { methods, lacks } = offerTo({ accounts, supportUrl: null, rates }, all);
    return [methods.length, lacks];
  };
  expect(offerBy({ payouts: {} })).toEqual([1, []]);
  expect(offerBy({ payouts: null, payoutFile: {} })).toEqual([1, []]);
  expect(offerBy({ payouts: null })).toEqual([
    0,
    [{ method: 'out', what: 'payout', currencies: [] }],
  ]);
});
