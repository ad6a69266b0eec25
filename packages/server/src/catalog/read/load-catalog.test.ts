import { expect, test } from 'vitest';
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
    const own = offerTo({ accounts }, catalog);
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

test('methods without a screen are shown where one of their own accounts is simulated', () => {
  const p2p = buildMethod('p2p', { connector: 'acme', cardViewType: 5 });
  const routed = { ...p2p, name: 'routed', routes: [{ account: 'acme' }, { account: 'sandbox' }] };
  const payout = { ...p2p, name: 'payout', transaction: 'withdrawal' as const };
  const all = { ...catalog, methods: [p2p, routed, payout] };
  const offerOf = (connectors: Record<string, string>) => {
    const accounts = new Map(
      Object.entries(connectors).map(([name, connectorName]) => [
        name,
        buildAccount(name, { connectorName }),
      ]),
    );
    return offerTo({ accounts }, all).methods.map(({ name }) => name);
  };
  expect(offerOf({ acme: 'acme' })).toEqual(['payout']);
  expect(offerOf({ acme: 'acme', sandbox: 'sandbox' })).toEqual(['routed', 'payout']);
  expect(offerOf({ acme: 'sandbox' })).toEqual(['p2p', 'routed', 'payout']);
});

test('a method whose accounts are all off is known, and not offered', () => {
  const routed = buildMethod('routed', { routes: [{ account: 'pix' }, { account: 'acquirer' }] });
  const all = { ...catalog, methods: [...catalog.methods, routed] };
  const offerOf = (isOn: Record<string, boolean>) => {
    const accounts = new Map(
      Object.entries(isOn).map(([name, on]) => [name, buildAccount(name, { isOn: on })]),
    );
    const { methods, unoffered = [] } = offerTo({ accounts }, all);
    return [methods, unoffered].map((list) => list.map(({ name }) => name));
  };
  expect(offerOf({ acquirer: true, pix: false })).toEqual([
    ['card', 'routed'],
    ['pix', 'payout'],
  ]);
  expect(offerOf({ pix: false })).toEqual([[], ['pix', 'payout', 'routed']]);
});
