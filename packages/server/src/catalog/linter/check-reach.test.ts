import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogCountry, CatalogMethod } from '../catalog-schema.ts';
import { checkReach } from './check-reach.ts';

const connectors = new Map([
  ['sandbox', { isSimulated: true }],
  ['acme', { isSimulated: false }],
]);
const card = buildMethod('card');

function check(
  methods: CatalogMethod[],
  countries: CatalogCountry[] = [{ code: 'de', currency: 'EUR' }],
  groupNames = ['cards'],
): string[] {
  const groups = groupNames.map((name) => ({ name, label: `group.${name}`, position: 10 }));
  const place = <Entry>(file: string, entries: Entry[]) =>
    entries.map((entry, index) => ({ entry, file: `${file}.json`, path: `${file}.${index}` }));
  return checkReach(
    { methods, countries, groups, coinBoxes: [], cardSchemes: [], cardIssuers: [] },
    {
      methods: place('methods', methods),
      countries: place('countries', countries),
      groups: place('groups', groups),
    },
    connectors,
  ).map(({ path, message }) => `${path}: ${message}`);
}

it('finds nothing if players can reach everything', () => {
  const methods = [
    card,
    buildMethod('app', { platforms: ['ios'], abTestGroups: ['group_b'] }),
    buildMethod('everywhere', { countries: '*' }),
    buildMethod('payout', { transaction: 'withdrawal' }),
    buildMethod('wallet', {
      amount_rules: { USD: { min: '1', max: '5' } },
      isInvestForbidden: true,
    }),
  ];
  const countries = [
    { code: 'de', currency: 'EUR' },
    // Players elsewhere may also have accounts in its currency.
    { code: 'ec', currency: 'USD' },
  ];
  expect(
    check(
      [
        ...methods,
        {
          ...card,
          name: 'card_ec',
          countries: ['ec'],
          amount_rules: { USD: { min: '1', max: '5' } },
        },
      ],
      countries,
    ),
  ).toEqual([]);
});

it("finds a connector that doesn't exist", () => {
  expect(check([card, buildMethod('pix', { connector: 'pixx' })])).toEqual([
    'methods.1.connector: there is no connector "pixx"',
  ]);
});

it('finds a method in a currency that no player has', () => {
  const pounds = { GBP: { min: '5', max: '500' } };
  expect(check([card, buildMethod('pounds', { amount_rules: pounds })])).toEqual([
    'methods.1.name: is offered to no player',
  ]);
});

it("finds a country in which the form can't be filled in", () => {
  const fields = [{ name: 'phone', type: 'phone_with_prefix' as const }];
  const countries = ['de', 'aq'];
  const phone = buildMethod('phone', { fields, countries });
  const known = countries.map((code) => ({ code, currency: 'EUR' }));
  expect(check([{ ...card, countries: '*' }, phone], known)).toEqual([
    'methods.1.countries: "aq" has no prefix for the phone that is asked for',
  ]);
});

it('finds a country without a method for its players', () => {
  const countries = [
    { code: 'de', currency: 'EUR' },
    { code: 'kz', currency: 'KZT' },
  ];
  const payout = buildMethod('payout', {
    countries: ['kz'],
    amount_rules: { KZT: { min: '5', max: '500' } },
    transaction: 'withdrawal',
  });
  expect(check([card, payout], countries)).toEqual([
    'countries.1.currency: no deposit method of "kz" takes KZT',
  ]);
});

it('finds a group without methods', () => {
  expect(check([card], undefined, ['cards', 'crypto'])).toEqual([
    'groups.1.name: there is no method in the group "crypto"',
  ]);
});
