import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkPayerFee } from './check-payer-fee.ts';
import { describeProblem } from './read-catalog-file.ts';

const check = (part: Partial<CatalogMethod>) =>
  checkPayerFee(
    { entry: buildMethod('upi', part), file: 'in.json', path: 'methods.0' },
    (connector) => connector === 'charging',
  ).map(describeProblem);

const fee = { percent: '1.5' };

test('a fee needs a connector that can charge it', () => {
  expect(check({ fee, connector: 'pix' })).toEqual([
    'in.json: methods.0.fee: the connector "pix" can\'t charge a fee on top',
  ]);
  expect(check({ fee, connector: 'charging' })).toEqual([]);
});

test.each<[string, Partial<CatalogMethod>]>([
  ['has no fee', {}],
  ['has a fee of nothing', { fee: { percent: '0', fixed: { EUR: '0.00' } } }],
  ['has routes, whose accounts are asked', { fee, routes: [{ account: 'sandbox' }] }],
  ['pays out', { fee, transaction: 'withdrawal' }],
])('a method that %s needs none', (_, part) => {
  expect(check({ connector: 'pix', ...part })).toEqual([]);
});
