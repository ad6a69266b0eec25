import { expect, test } from 'vitest';
import { formatDecimal, formatPercent } from './format-decimal.ts';
import { formatMoney } from './format-money.ts';

/** Removes the spaces and direction marks that differ between ICU releases. */
const seen = (text: string) =>
  text
    .replace(/[\u00a0\u202f]/g, ' ')
    .replace(/[\u061c\u200e\u200f]/g, '')
    .replaceAll('’', "'");

test.each([
  // English in Germany has 1.234,5 for a number and €1,234.50 for money.
  ['en-DE', '1,234.5', '€1,234.50', '1,234.5 BTC'],
  ['fr-CH', "1'234.5", "1'234.50 €", "1'234.5 BTC"],
  ['es-CO', '1.234,5', '€ 1.234,50', '1.234,5 BTC'],
])('in %s numbers have the marks of money: %s', (locale, number, euros, coins) => {
  const written = [
    formatDecimal('1234.5', locale),
    formatMoney({ amount: '1234.5', currency: 'EUR' }, locale),
    formatMoney({ amount: '1234.5', currency: 'BTC' }, locale),
  ];
  expect(written.map(seen)).toEqual([number, euros, coins]);
});

test.each([
  ['en', 7.5, '7.5%'],
  ['en-DE', 7.5, '7.5 %'],
  ['es-CO', 7.5, '7,5%'],
  ['pt-BR', 8.125, '8,13%'],
  ['ar-EG-u-nu-latn', 87, '87%'],
  // Intl has 87٪ here, beside 85% of Egypt and of texts.
  ['ar-SA-u-nu-latn', 87, '87%'],
  ['ar-SA', 87, '٨٧٪'],
])('in %s, %s percent is %s', (locale, percent, words) => {
  expect(seen(formatPercent(percent, locale))).toBe(words);
});
