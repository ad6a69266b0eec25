import { parseAmount } from '@kassa/contract';
import { expect, test } from 'vitest';
import { limitTyping } from './limit-typing.ts';

test.each([
  ['50', 'EUR', '50'],
  ['50,5', 'EUR', '50.5'],
  ['50.', 'EUR', '50.'],
  ['50.555', 'EUR', '50.55'],
  ['.5', 'EUR', '5'],
  ['0050', 'EUR', '50'],
  ['50.5', 'JPY', '50'],
  ['٥٠٫٥', 'EUR', '50.5'],
  ['١٬٢٣٤', 'EUR', '1234'],
  ['١٬٢٣٤٫٥', 'EUR', '1234.5'],
  ['१५००', 'INR', '1500'],
  ['5a0-', 'EUR', '50'],
  ['1,000,000', 'EUR', '1000000'],
  ['1,00,000', 'INR', '100000'],
  ['1.234,56', 'EUR', '1234.56'],
  ['50.5.', 'EUR', '50.5'],
  ['50.55,', 'EUR', '50.55'],
  ['5.0.5', 'EUR', '5.05'],
  ['', 'EUR', ''],
])('%s in %s becomes %s', (typed, currency, kept) => {
  expect(limitTyping(typed, { currency, locale: 'en', max: '0' })).toBe(kept);
});

test.each([
  ['en', '50,5', '50.5'],
  ['ru', '50.5', '50,5'],
  ['es', '1.234,56', '1234,56'],
  ['pt-BR', '50.', '50,'],
  ['ar-u-nu-latn', '50,5', '50.5'],
])('in %s %s stands as %s, and is read alike', (locale, typed, kept) => {
  expect(limitTyping(typed, { currency: 'EUR', locale, max: '0' })).toBe(kept);
  expect(parseAmount(kept)).toBe(parseAmount(typed));
});

test('takes one digit more than the highest amount has', () => {
  const limit = (typed: string) =>
    limitTyping(typed, { currency: 'EUR', locale: 'en', max: '5000' });
  expect(limit('50000')).toBe('50000');
  expect(limit('500000.25')).toBe('50000.25');
});
