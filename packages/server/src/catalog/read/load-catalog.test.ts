import { expect, test } from 'vitest';
import type { Brand, Brands } from '../../brands/load-brands.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { Catalog } from '../catalog-schema.ts';
import { selectCountries, selectOffer } from '../select-methods.ts';
import { buildBrandCatalogs } from './load-catalog.ts';

function buildBrand(id: string, accounts: string[]): [string, Brand] {
  const brand: Partial<Brand> = {
    id,
    accounts: new Map(accounts.map((name) => [name, buildAccount(name)])),
  };
  return [id, brand as Brand];
}

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

const brands: Brands = new Map([
  buildBrand('card-house', ['acquirer']),
  buildBrand('pix-house', ['pix']),
  buildBrand('empty-house', []),
]);

test('each brand offers the methods of its own accounts only', () => {
  const player = { country: 'de', currency: 'EUR' };
  const catalogs = buildBrandCatalogs(catalog, brands);
  const offered = [...catalogs].map(([id, own]) => [
    id,
    selectOffer(own, player, {}).methods.map(({ name }) => name),
    selectOffer(own, player, {}, 'withdrawal').methods.map(({ name }) => name),
    selectCountries(own, player),
  ]);
  expect(offered).toEqual([
    ['card-house', ['card'], [], ['de']],
    ['pix-house', ['pix'], ['payout'], ['de', 'br']],
    ['empty-house', [], [], ['de']],
  ]);
});
