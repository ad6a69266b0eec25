import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkAmounts } from './check-amounts.ts';

const check = (part: Partial<CatalogMethod>) => {
  const entry = buildMethod('card', {
    amount_rules: { EUR: { min: '5', max: '500' }, JPY: { min: '500', max: '50000' } },
    ...part,
  });
  return checkAmounts({ entry, file: 'f', path: 'm' }).map(
    ({ path, message }) => `${path}: ${message}`,
  );
};
const euros = (rule: object) => ({ amount_rules: { EUR: { min: '5', max: '500', ...rule } } });

test.each<[string, Partial<CatalogMethod>]>([
  ['limits', {}],
  ['other limits outside of Russia', euros({ minNonRus: '500' })],
  ['recommended amounts', { recommendedAmounts: ['500'] }],
  ['prefilled amounts', { prefilledAmount: { EUR: '5.50', JPY: '50000' } }],
  ['a fee', { fee: { percent: '1.5', fixed: { EUR: '0.25', JPY: '50' } } }],
])('accepts valid %s', (_, part) => {
  expect(check(part)).toEqual([]);
});

test.each<[Partial<CatalogMethod>, string]>([
  [euros({ min: '-1' }), 'm.amount_rules.EUR.min: must not be below zero'],
  [euros({ max: '0', min: '0' }), 'm.amount_rules.EUR.max: must be more than zero'],
  [euros({ minNonRus: '501' }), 'm.amount_rules.EUR.minNonRus: must not be above max (500)'],
  [euros({ minNonRus: '5.001' }), 'm.amount_rules.EUR.minNonRus: EUR has 2 decimals'],
  [
    { ...euros({ minNonRus: '50' }), recommendedAmounts: ['50', '20'] },
    'm.recommendedAmounts.1: 20 EUR cannot be paid within the limits',
  ],
  [
    { prefilledAmount: { EUR: '4.99' } },
    'm.prefilledAmount.EUR: 4.99 EUR cannot be paid within the limits',
  ],
  [
    { prefilledAmount: { JPY: '500.5' } },
    'm.prefilledAmount.JPY: 500.5 JPY cannot be paid within the limits',
  ],
  [{ prefilledAmount: { USD: '20' } }, 'm.prefilledAmount.USD: is not a currency of the method'],
  [{ fee: { percent: '-1' } }, 'm.fee.percent: must be from 0 up to, not including, 100'],
  [{ fee: { percent: '100' } }, 'm.fee.percent: must be from 0 up to, not including, 100'],
  [{ fee: { fixed: { USD: '1' } } }, 'm.fee.fixed.USD: is not a currency of the method'],
  [{ fee: { fixed: { JPY: '0.5' } } }, 'm.fee.fixed.JPY: JPY has 0 decimals'],
  [{ fee: { fixed: { EUR: '-0.5' } } }, 'm.fee.fixed.EUR: must not be below zero'],
  [{ fee: { fixed: { EUR: '500' } } }, 'm.fee.fixed.EUR: must be below max (500)'],
])('%j: %s', (part, problem) => {
  expect(check(part)).toEqual([problem]);
});
