import { moneyParts } from './format-money.ts';
import type { Decimal } from './money.ts';
import { numberLocale } from './number-locale.ts';

/**
 * Formats a number for display, with grouping and without a currency. It has the marks of money:
 * English in Germany would have `2.500` beside `€2,500.00` otherwise.
 */
export function formatDecimal(amount: Decimal, locale: string): string {
  return digitsOf(moneyParts(amount, 'XXX', locale, 0, 18));
}

/**
 * Formats percent for display: `7.5` is "7.5%". The number is that of {@link formatDecimal}, and Latin
 * digits have the Latin sign (Intl's `ar-SA` has 87٪). The languages of {@link numberLocale} have the sign
 * as English has it (CLDR 48).
 */
export function formatPercent(percent: number, locale: string): string {
  const number = formatDecimal(String(Number(percent.toFixed(2))), locale);
  const sign = /\d/.test(number) ? '%' : '٪';
  const tag = numberLocale(locale) === locale ? locale : 'en';
  return new Intl.NumberFormat(tag, { style: 'percent' })
    .formatToParts(0)
    .map(({ type, value }) => (type === 'integer' ? number : value.replace('٪', sign)))
    .join('');
}

/** Returns the digits of an amount of money, with its sign and marks, and without its symbol. */
export function digitsOf(parts: readonly Intl.NumberFormatPart[]): string {
  return parts
    .filter(({ type }) => !/currency|literal/.test(type))
    .map(({ value }) => value)
    .join('');
}
