import { expect, test } from 'vitest';
import type { Account } from '../../brands/accounts.ts';
import type { Brand, Brands } from '../../brands/load-brands.ts';
import type { Connector } from '../../connectors/connector.ts';
import type { PayoutConnector } from '../../connectors/payout-connector.ts';
import { buildAccount, buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkRoutes, isAnyAccountOn } from './check-routes.ts';
import { describeProblem } from './read-catalog-file.ts';

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
  buildAccount('with-fee', { canChargeFee: true }),
  buildAccount('pool', { usesRequisites: true }),
  buildAccount('no-payouts', { connector: { payouts: null } as Connector }),
];
const brands: Brands = new Map([
  brand('casino', ours),
  brand('bingo', [buildAccount('bingo-pay')]),
]);

/** Returns the brands that offer a method, or the problems of its routes. */
function offer(method: Partial<CatalogMethod>): string[] {
  const placed = { entry: buildMethod('upi', method), file: 'in.json', path: 'methods.0' };
  const problems = [...brands.values()].flatMap((one) => checkRoutes(placed, one, brands));
  if (problems.length > 0) return [...new Set(problems.map(describeProblem))];
  return [...brands.values()]
    .filter((one) => isAnyAccountOn(placed.entry, one))
    .map(({ id }) => id);
}

const to = (...accounts: string[]) => ({ routes: accounts.map((account) => ({ account })) });
const cardNumber = { fields: [{ name: 'cardNumber', type: 'text', placeholder: { en: 'Card' } }] };

test.each<[string, object, string[]]>([
  ['an account of each brand', to('sandbox', 'sandbox-eu'), ['casino']],
  ['an account of another brand', to('bingo-pay'), ['bingo']],
  ['the account with the name of its connector', { connector: 'sandbox' }, ['casino']],
  ['an account that is off, without routes', { connector: 'sandbox-old' }, []],
  ['an account that is off besides one that is on', to('sandbox-old', 'sandbox'), ['casino']],
  ['accounts that are off', to('sandbox-old', 'sandbox-gone'), []],
  ["a card's number, to an account with PCI scope", { ...cardNumber, ...to('vault') }, ['casino']],
  [
    'a fee, to an account that charges it',
    { fee: { percent: '1' }, ...to('with-fee') },
    ['casino'],
  ],
  ['a fee of nothing', { fee: { percent: '0' }, ...to('sandbox') }, ['casino']],
  ["an amount, to the operator's own accounts", to('pool'), ['casino']],
  ['payouts', { transaction: 'withdrawal', ...to('vault') }, ['casino']],
])('a method with %s is offered by its brands', (_, method, offered) => {
  expect(offer(method)).toEqual(offered);
});

test.each<[string, object, string]>([
  [
    'an unknown account',
    to('sandbox', 'sandbox-ue'),
    'in.json: methods.0.routes.1.account: there is no such account of casino; did you mean "sandbox-eu"?',
  ],
  [
    'accounts of two brands',
    to('sandbox', 'bingo-pay'),
    'in.json: methods.0.routes.1.account: there is no such account of casino',
  ],
  [
    "an open amount, to the operator's own accounts",
    { hasOpenAmount: true, ...to('pool') },
    'in.json: methods.0.routes.0.account: the connector "sandbox" of this account gives accounts for one exact amount',
  ],
  [
    "a field for a card's number without PCI scope",
    { ...cardNumber, ...to('vault', 'sandbox') },
    'in.json: methods.0.routes.1.account: "cardNumber" asks for a card\'s number, and the connector "sandbox" of this account has no PCI scope',
  ],
  [
    'an account that can’t charge the fee',
    { fee: { fixed: { EUR: '1' } }, ...to('with-fee', 'sandbox') },
    'in.json: methods.0.routes.1.account: the connector "sandbox" of this account can\'t charge the method\'s fee on top',
  ],
  [
    'payouts at an account without payouts',
    { transaction: 'withdrawal', ...to('no-payouts') },
    'in.json: methods.0.routes.0.account: the connector "sandbox" of this account has no payouts',
  ],
  [
    'an amount that the preparation does not know',
    {
      isPreparationRequired: true,
      routes: [{ account: 'sandbox', amount: { EUR: { min: '5' } } }],
    },
    "in.json: methods.0.routes.0.amount: isn't known when the method is prepared",
  ],
])('refuses routes to %s', (_, method, problem) => {
  expect(offer(method).filter((line) => !line.includes('bingo'))).toEqual([problem]);
});

test('refuses an account that no brand has', () => {
  expect(offer(to('sandbx'))).toContain(
    'in.json: methods.0.routes.0.account: there is no such account of casino; did you mean "sandbox"?',
  );
});

test("another brand's account is no excuse for a method of the brand's own", () => {
  const placed = {
    entry: buildMethod('upi', to('bingo-pay')),
    file: 'catalogs/casino/own.json',
    path: 'change.upi',
  };
  const casino = brands.get('casino') as Brand;
  expect(checkRoutes(placed, casino, brands)).toEqual([]);
  expect(checkRoutes(placed, casino, new Map()).map(describeProblem)).toEqual([
    'catalogs/casino/own.json: change.upi.routes.0.account: there is no such account of casino',
  ]);
});
