import {
  compareDecimals,
  type Decimal,
  decimalsOf,
  parseAmount,
  toLatinDigits,
} from '@kassa/contract';

export interface TypingRules {
  currency: string;
  /** BCP 47; picks the decimal mark that stands in the box. */
  locale: string;
  /** The highest amount; `0` where it is unknown. */
  max: Decimal;
}

/** An amount with its thousands grouped, in the Indian way as well, as one pastes it. */
const grouped = /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}([.,]\d+)?$/;

/**
 * Keeps what is typed an amount (§5): digits of any script become Latin, a comma or a point the
 * language's decimal mark; more decimals than the currency has are not taken, nor more digits than
 * those of the highest amount and one. Of a grouped amount the groups are closed up; any other
 * second separator is left out, as it came by a slip.
 */
export function limitTyping(text: string, { currency, locale, max }: TypingRules): string {
  // The Arabic thousands mark is never a decimal one.
  const plain = toLatinDigits(text)
    .replace(/٫/g, '.')
    .replace(/[^\d.,]/g, '')
    .replace(/^[.,]+/, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const isGrouped = separators.length > 1 && grouped.test(plain);
  const [whole = '', ...fraction] = (isGrouped ? parseAmount(plain) : plain).split(/[.,]/);
  const digits = limitDigits(whole.replace(/^0+(?=\d)/, ''), max);
  const decimals = decimalsOf(currency);
  if (fraction.length === 0 || decimals === 0) return digits;
  return `${digits}${decimalMarkOf(locale)}${fraction.join('').slice(0, decimals)}`;
}

function limitDigits(whole: string, max: Decimal): string {
  if (compareDecimals(max, '0') <= 0) return whole;
  return whole.slice(0, (max.split('.')[0] ?? '').length + 1);
}

function decimalMarkOf(locale: string): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}
