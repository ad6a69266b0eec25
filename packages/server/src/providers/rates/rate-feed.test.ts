import { expect, test } from 'vitest';
import { findJump } from './rate-feed.ts';

const before = { base: 'EUR', rates: { USD: '1.08', JPY: '160', BTC: '0.000015' } };
const after = (rates: Record<string, string>, base = 'EUR') => ({
  base,
  rates: base === 'EUR' ? { ...before.rates, ...rates } : rates,
});

test.each([
  ['nothing', {}],
  ['a rate by just as much as it may', { USD: '1.296' }],
  ['all rates a little, each its own way', { USD: '1.14', JPY: '150', BTC: '0.000016' }],
])('accepts a table that moved %s', (_, rates) => {
  expect(findJump(before, after(rates), 20)).toBeNull();
});

test.each([
  ['a rate a little above the maximum change', { USD: '1.2961' }, { from: 'EUR', to: 'USD' }],
  ['a rate down', { JPY: '133' }, { from: 'JPY', to: 'EUR' }],
  ['a factor of 100', { BTC: '0.0015' }, { from: 'EUR', to: 'BTC' }],
  ['base and quote swapped', { JPY: '0.00625' }, { from: 'JPY', to: 'EUR' }],
  ['a rate to almost nothing', { JPY: '0.000000000000000001' }, { from: 'JPY', to: 'EUR' }],
  [
    'two by less, against each other by more',
    { USD: '1.2', JPY: '140' },
    { from: 'JPY', to: 'USD' },
  ],
])('finds the pair of a table that moved %s', (_, rates, pair) => {
  expect(findJump(before, after(rates), 20)).toMatchObject(pair);
});

test('returns the rates before and after', () => {
  expect(findJump(before, after({ USD: '108' }), 20)).toEqual({
    from: 'EUR',
    to: 'USD',
    before: '1.08',
    after: '108',
  });
});

test('compares tables of two bases by the currencies of both', () => {
  expect(findJump(before, after({ JPY: '148', BTC: '0.0000139' }, 'USD'), 20)).toBeNull();
  expect(findJump(before, after({ JPY: '148', BTC: '0.00139' }, 'USD'), 20)).toMatchObject({
    to: 'BTC',
  });
});

test('ignores currencies that only one table has', () => {
  expect(findJump(before, { base: 'GBP', rates: { CHF: '1.1' } }, 20)).toBeNull();
  expect(findJump(before, after({ KRW: '1500' }), 20)).toBeNull();
});
