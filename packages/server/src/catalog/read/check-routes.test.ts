import { expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { Brand, Brands } from '../../brands/load-brands.ts';
import type { Connector, PayoutConnector } from '../../connectors/connector.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { Catalog, CatalogMethod } from '../catalog-schema.ts';
import { buildBrandCatalogs } from './load-catalog.ts';

const brand = (id: string, accounts: Account[]): [string, Brand] => [
  id,
  { id, accounts: new Map(accounts.map((account) => [account.name, account])) } as Brand,
];

const ours = [
  buildAccount('sandbox'),
  buildAccount('sandbox-eu'),
  buildAccount('sandbox-old', { isOn: false }),
  buildAccount('sandbox-gone', { isOn: false }),
  buildAccount('vault', {
    hasPciScope: true,
    connector: { payouts: {} as PayoutConnector } as Connector,
  }),
  buildAccount('no-payouts', { connector: { payouts: null } as Connector }),
];
const brands: Brands = new Map([
  brand('casino', ours),
  brand('bingo', [buildAccount('bingo-pay')]),
]);

/** Returns the names of each brand's methods, or the lines of the refusal. */
function offer(method: Partial<CatalogMethod>): unknown {
  const catalog: Partial<Catalog> = { methods: [buildMethod('upi', method)] };
  try {
    const catalogs = buildBrandCatalogs(catalog as Catalog, brands);
    return [...catalogs].flatMap(([id, { methods }]) => (methods.length > 0 ? [id] : []));
  } catch (error) {
    const [, ...lines] = (error as Error).message.split('\n');
    return lines.map((line) => line.trim());
  }
}

const to = (...accounts: string[]) => ({ routes: accounts.map((account) => ({ account })) });
const cardNumber = { fields: [{ name: 'cardNumber', type: 'text', placeholder: { en: 'Card' } }] };

test.each<[string, object, string[]]>([
  ['an account of each brand', to('sandbox', 'sandbox-eu'), ['casino']],
  ['an account of another brand', to('bingo-pay'), ['bingo']],
  ['the account with the name of its connector', { connector: 'sandbox' }, ['casino']],
  ['an account that is off, without routes', { connector: 'sandbox-old' }, []],
  ['an account that is off besides one that is on', to('sandbox-old', 'sandbox'), ['casino']],
  ["a card's number, to an account with PCI scope", { ...cardNumber, ...to('vault') }, ['casino']],
  ['payouts', { transaction: 'withdrawal', ...to('vault') }, ['casino']],
])('a method with %s is offered by its brands', (_, method, offered) => {
  expect(offer(method)).toEqual(offered);
});

test.each<[string, object, string]>([
  [
    'an unknown account',
    to('sandbox', 'sandbox-ue'),
    'casino: upi.routes.1.account: there is no such account of the brand; did you mean "sandbox-eu"?',
  ],
  [
    'accounts of two brands',
    to('sandbox', 'bingo-pay'),
    'casino: upi.routes.1.account: there is no such account of the brand',
  ],
  [
    'accounts that are off',
    to('sandbox-old', 'sandbox-gone'),
    'casino: upi.routes: every route leads to an account that is off',
  ],
  [
    "a field for a card's number without PCI scope",
    { ...cardNumber, ...to('vault', 'sandbox') },
    'casino: upi.routes.1.account: "cardNumber" asks for a card\'s number, and the connector "sandbox" of this account has no PCI scope',
  ],
  [
    'payouts at an account without payouts',
    { transaction: 'withdrawal', ...to('no-payouts') },
    'casino: upi.routes.0.account: the connector "sandbox" of this account has no payouts',
  ],
  [
    'an amount that the preparation does not know',
    {
      isPreparationRequired: true,
      routes: [{ account: 'sandbox', amount: { EUR: { min: '5' } } }],
    },
    "casino: upi.routes.0.amount: isn't known when the method is prepared",
  ],
])('refuses routes to %s', (_, method, problem) => {
  const found = offer(method) as string[];
  expect(found).toContain(problem);
  expect(found.filter((line) => line.startsWith('casino'))).toEqual([problem]);
});

test('refuses an account that no brand has', () => {
  expect(offer(to('sandbx'))).toContain(
    'casino: upi.routes.0.account: there is no such account of the brand; did you mean "sandbox"?',
  );
});
