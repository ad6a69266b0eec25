import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkOpenAmount } from './check-open-amount.ts';
import { describeProblem } from './read-catalog-file.ts';

const check = (part: Partial<CatalogMethod>) =>
  checkOpenAmount(
    { entry: buildMethod('upi', part), file: 'in.json', path: 'methods.0' },
    (connector) => connector === 'requisites',
  ).map(describeProblem);

test("an open amount isn't paid to the operator's own accounts", () => {
  expect(check({ hasOpenAmount: true, connector: 'requisites' })).toEqual([
    'in.json: methods.0.hasOpenAmount: the connector "requisites" gives accounts for one exact amount',
  ]);
});

test.each<[string, Partial<CatalogMethod>]>([
  ['an amount that is asked for', { connector: 'requisites' }],
  ['an open amount at another connector', { hasOpenAmount: true, connector: 'sandbox' }],
  [
    'routes, whose accounts are asked',
    { hasOpenAmount: true, connector: 'requisites', routes: [{ account: 'sandbox' }] },
  ],
])('a method with %s is sound', (_, part) => {
  expect(check(part)).toEqual([]);
});
