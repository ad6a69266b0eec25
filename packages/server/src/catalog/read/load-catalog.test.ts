import type { Blockchain } from '@kassa/contract';
import { expect, test } from 'vitest';
import type { ChainRail } from '../../connectors/chain-rail.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { Catalog } from '../catalog-schema.ts';
import { selectCountries, selectOffer } from '../select-methods.ts';
import { offerTo } from './load-catalog.ts';

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

const brands = [
  ['card-house', ['acquirer']],
  ['pix-house', ['pix']],
  ['empty-house', []],
] as const;

test('each brand offers the methods of its own accounts only', () => {
  const player = { country: 'de', currency: 'EUR' };
  const offered = brands.map(([id, names]) => {
    const accounts = new Map(names.map((name) => [name, buildAccount(name)]));
    const own = offerTo({ accounts, supportUrl: null }, catalog);
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
    return offerTo({ accounts, supportUrl: null }, all).methods.map(({ name }) => name);
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
      offerTo({ accounts, supportUrl }, all),
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
    const { methods, unoffered = [] } = offerTo({ accounts, supportUrl: null }, all);
    return [methods, unoffered].map((list) => list.map(({ name }) => name));
  };
  expect(offerOf({ acquirer: true, pix: false })).toEqual([
    ['card', 'routed'],
    ['pix', 'payout'],
  ]);
  expect(offerOf({ pix: false })).toEqual([[], ['pix', 'payout', 'routed']]);
});
