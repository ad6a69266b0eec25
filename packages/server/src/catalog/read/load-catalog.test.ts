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

test('only a brand with a simulated connector shows methods without a screen', () => {
  const p2p = buildMethod('p2p', { connector: 'acme', cardViewType: 5 });
  const payout = { ...p2p, name: 'payout', transaction: 'withdrawal' as const };
  const all = { ...catalog, methods: [p2p, payout] };
  const offerOf = (...names: string[]) => {
    const accounts = new Map(
      names.map((name) => [name, buildAccount(name, { connectorName: name })]),
    );
    return offerTo({ accounts }, all).methods.map(({ name }) => name);
  };
  expect(offerOf('acme')).toEqual(['payout']);
  expect(offerOf('acme', 'sandbox')).toEqual(['p2p', 'payout']);
});
