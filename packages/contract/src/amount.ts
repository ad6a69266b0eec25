import Big from 'big.js';
import { type AmountLimits, type AmountProblem, validateLimits } from './amount-limits.ts';
import { decimalsOf, symbolOf } from './currencies.ts';
import type { FieldRule } from './entities/field.ts';
import { holdsRule } from './field-rules.ts';
import { digitsOf } from './format-decimal.ts';
import { leastDecimals, moneyParts } from './format-money.ts';
import { compareDecimals, type Decimal, fitsCurrency, type Money } from './money.ts';

/**
 * Parses an amount typed by a player (§5). Native digits become Latin, spaces and apostrophes are
 * dropped, a comma or a point separates decimals. With different separators the last one is
 * decimal; a single separator that is repeated only groups (design §4). Text that can't be parsed
 * is `0`.
 */
export function parseAmount(text: string): Decimal {
  const plain = toLatinMarks(text);
  if (!/^[\d.,]+$/.test(plain) || !/\d/.test(plain)) return '0';
  const separators = plain.match(/[.,]/g) ?? [];
  const isGrouping = separators.length > 1 && new Set(separators).size === 1;
  const at = isGrouping ? -1 : Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const digitsOnly = (part: string) => part.replace(/[.,]/g, '');
  if (at < 0) return normalize(digitsOnly(plain), '');
  return normalize(digitsOnly(plain.slice(0, at)), plain.slice(at + 1));
}

/** The most digits of a {@link Decimal} on either side of its point. */
export const mostAmountDigits = 18;

function normalize(whole: string, fraction: string): Decimal {
  const integer = whole.replace(/^0+(?=\d)/, '') || '0';
  if (integer.length > mostAmountDigits || fraction.length > mostAmountDigits) return '0';
  return fraction === '' ? integer : new Big(`${integer}.${fraction}`).toFixed();
}

/**
 * Characters without meaning in an amount: spaces, apostrophes, the Arabic thousands mark and
 * direction marks.
 */
const dropped = /[\s'‘’ʼ٬\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069]/g;

/**
 * Converts digits to Latin and separators of other scripts to `.` and `,`. The Arabic decimal mark
 * is never a thousands mark. Full-width marks come from Chinese and Japanese keyboards.
 */
export function toLatinMarks(text: string): string {
  return toLatinDigits(text)
    .replace(dropped, '')
    .replace(/[٫．。｡]/g, '.')
    .replace(/[،，]/g, ',');
}

/**
 * The first code points of the digit runs (Unicode Nd) that players' keyboards produce: Arabic,
 * Persian and Urdu, Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada,
 * Malayalam, Thai, Lao, Tibetan, Burmese, Khmer, full-width.
 */
const digitZeros = [
  0x0660, 0x06f0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66, 0x0e50,
  0x0ed0, 0x0f20, 0x1040, 0x17e0, 0xff10,
];

/** Converts the digits of other scripts to Latin; other characters stay. */
export function toLatinDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = digitZeros.find((start) => code >= start && code <= start + 9);
    return zero === undefined ? digit : String(code - zero);
  });
}

/**
 * Validates an amount against limits (inclusive) and the rules of the method's amount field, such
 * as those of `p2p_market` (§5). Returns null if the amount is valid.
 */
export function validateAmount(
  amount: Decimal,
  currency: string,
  limits: AmountLimits,
  rules: readonly FieldRule[] = [],
): AmountProblem | null {
  const known = validateLimits(limits);
  if (known !== null) return known;
  if (compareDecimals(amount, '0') <= 0) return { kind: 'notAnAmount' };
  if (!fitsCurrency(amount, currency)) {
    return { kind: 'tooManyDecimals', decimals: decimalsOf(currency) };
  }
  if (compareDecimals(amount, limits.min) < 0) return { kind: 'belowMin', limit: limits.min };
  if (compareDecimals(amount, limits.max) > 0) return { kind: 'aboveMax', limit: limits.max };
  return validateByRules(amount, rules);
}

/** Applies rules to the shortest spelling: `500.00` from a client equals the form's `500`. */
function validateByRules(amount: Decimal, rules: readonly FieldRule[]): AmountProblem | null {
  const shortest = new Big(amount).toFixed();
  const broken = rules.find((rule) => !holdsRule(rule, shortest));
  return broken === undefined ? null : { kind: 'rule', rule: broken };
}

/**
 * Formats an amount like {@link formatMoney}, without its symbol: some regions write an amount of
 * money with other marks than a number (`fr-CH`).
 */
export function formatAmount(money: Money, locale: string): string {
  const { amount, currency } = money;
  return digitsOf(moneyParts(amount, currency, locale, leastDecimals(money, true)));
}

/** Returns the decimal mark that {@link formatMoney} writes: a point or a comma. */
export function decimalMarkOf({
  currency,
  locale,
}: {
  currency: string;
  locale: string;
}): '.' | ',' {
  const parts = moneyParts('0.5', currency, locale, 1);
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** Returns whether {@link formatMoney} writes a currency's symbol before the amount. */
export function isSymbolFirst(currency: string, locale: string): boolean {
  if (symbolOf(currency).isSuffix) return false;
  const parts = moneyParts('0', currency, locale, 0).map(({ type }) => type);
  return parts.indexOf('currency') < parts.indexOf('integer');
}
