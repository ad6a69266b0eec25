import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { describeProblem } from '../read/read-catalog-file.ts';
import { checkCurrencies } from './check-currencies.ts';

it('finds currencies that are misspelt, of methods and of countries', () => {
  const limits = { min: '1', max: '5' };
  const entry = buildMethod('card', { amount_rules: { EUR: limits, BTD: limits } });
  const problems = checkCurrencies({
    methods: [{ entry, file: 'methods/bd.json', path: 'methods.0' }],
    countries: [
      { entry: { code: 'de', currency: 'EUR' }, file: 'countries.json', path: 'countries.0' },
      { entry: { code: 'bd', currency: 'BTD' }, file: 'countries.json', path: 'countries.1' },
    ],
  });
  expect(problems.map(describeProblem)).toEqual([
    'methods/bd.json: methods.0.amount_rules.BTD: is not a currency of packages/contract/src/currencies.ts',
    'countries.json: countries.1.currency: is not a currency of packages/contract/src/currencies.ts',
  ]);
});
