import Big from 'big.js';
import { decimalsOf, isCoins, isCrypto, symbolOf } from './currencies.ts';
import type { FieldRule } from './entities/field.ts';
import { holdsRule } from './field-rules.ts';
import { locales, resolveLocale } from './locales.ts';
import { compareDecimals, type Decimal, fitsCurrency, type Money } from './money.ts';

/**
 * The lowest and the highest amount, both inclusive. `0` / `0` means "limits unknown" (design
 * §3.1).
 */
export interface AmountLimits {
  min: Decimal;
  max: Decimal;
}

/**
 * Why an amount is invalid. `rule` is a rule of the method (§5). With `nothingLeft` and
 * `limitsUnknown` no amount is valid; `nothingLeft`: the player's limit leaves less than the
 * method's minimum.
 */
export type AmountProblem =
  | { kind: 'notAnAmount' }
  | { kind: 'tooManyDecimals'; decimals: number }
  | { kind: 'belowMin'; limit: Decimal }
  | { kind: 'aboveMax'; limit: Decimal }
  | { kind: 'rule'; rule: FieldRule }
  | { kind: 'nothingLeft'; remaining: Decimal }
  | { kind: 'limitsUnknown' };

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

/** Returns the problem of limits that allow no amount, or null if they allow one. */
export function validateLimits({
  min,
  max,
}: AmountLimits): Extract<AmountProblem, { kind: 'limitsUnknown' | 'nothingLeft' }> | null {
  if (compareDecimals(min, '0') <= 0 && compareDecimals(max, '0') <= 0) {
    return { kind: 'limitsUnknown' };
  }
  return compareDecimals(max, min) < 0 ? { kind: 'nothingLeft', remaining: max } : null;
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
 * Formats money for display (§5): fiat with its narrow symbol, crypto and custom currencies with
 * their code. `trimZeros` drops the decimals of a whole amount, for limits and chips.
 */
export function formatMoney(
  money: Money,
  locale: string,
  { trimZeros = false }: { trimZeros?: boolean } = {},
): string {
  const { amount, currency } = money;
  const shown = symbolOf(currency);
  const format = moneyFormat(currency, locale, leastDecimals(money, trimZeros));
  if (shown.kind === 'suffix') {
    return `${formatExact(format, amount)}\u00a0${isolate(shown.symbol, locale)}`;
  }
  const symbolFor = (intl: string) => (shown.kind === 'inPlace' ? shown.symbol : intl);
  return partsOf(format, amount)
    .map(({ type, value }) => (type === 'currency' ? isolate(symbolFor(value), locale) : value))
    .join('');
}

/**
 * Formats an amount like {@link formatMoney}, without its symbol: some regions write an amount of
 * money with other marks than a number (`fr-CH`).
 */
export function formatAmount(money: Money, locale: string): string {
  const { amount, currency } = money;
  return partsOf(moneyFormat(currency, locale, leastDecimals(money, true)), amount)
    .filter(({ type }) => /^(minusSign|integer|group|decimal|fraction)$/.test(type))
    .map(({ value }) => value)
    .join('');
}

/** Returns the decimal mark that {@link formatMoney} writes: a point or a comma. */
export function decimalMarkOf({
  currency,
  locale,
}: {
  currency: string;
  locale: string;
}): '.' | ',' {
  const parts = partsOf(moneyFormat(currency, locale, 1), '0.5');
  return parts.some(({ type, value }) => type === 'decimal' && value === ',') ? ',' : '.';
}

/** Returns whether {@link formatMoney} writes a currency's symbol before the amount. */
export function isSymbolFirst(currency: string, locale: string): boolean {
  const parts = partsOf(moneyFormat(currency, locale, 0), '0').map(({ type }) => type);
  return parts.includes('currency') && parts.indexOf('currency') < parts.indexOf('integer');
}

/** The format of an amount: with Intl's symbol, or without one where ours comes after it. */
function moneyFormat(currency: string, locale: string, leastDecimals: number): Intl.NumberFormat {
  const digits = {
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: Math.max(leastDecimals, decimalsOf(currency)),
  };
  if (symbolOf(currency).kind === 'suffix') return numberFormat(locale, digits);
  return numberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...digits,
  });
}

/** Returns the least number of decimals to write: 0 for crypto and coins, else the currency's. */
export function leastDecimals(
  { amount, currency }: { amount: Decimal; currency: string },
  trimZeros: boolean,
): number {
  const isWhole = new Big(amount).eq(new Big(amount).round(0, Big.roundDown));
  const isTrimmed = (trimZeros && isWhole) || isCrypto(currency) || isCoins(currency);
  return isTrimmed ? 0 : decimalsOf(currency);
}

/** Formats a currency's symbol without an amount, like {@link formatMoney}. */
export function formatSymbol(currency: string, locale: string): string {
  const shown = symbolOf(currency);
  if (shown.kind !== 'intl') return isolate(shown.symbol, locale);
  const parts = partsOf(moneyFormat(currency, locale, 0), '0');
  const own = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return isolate(own, locale);
}

/**
 * Isolates a symbol such as `E£` in right-to-left text so that its letters keep their order (UAX
 * #9).
 */
function isolate(symbol: string, locale: string): string {
  const { direction } = locales[resolveLocale(locale)];
  return direction === 'rtl' ? `\u2068${symbol}\u2069` : symbol;
}

/** Formats a number for display, with grouping and without a currency. */
export function formatDecimal(amount: Decimal, locale: string): string {
  return formatExact(numberFormat(locale, { maximumFractionDigits: 18 }), amount);
}

/**
 * A cache: creating a format takes a phone milliseconds, and a list needs the same one dozens of
 * times.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

/** Formats a decimal string exactly, without a float (ECMA-402 accepts numeric strings). */
function formatExact(format: Intl.NumberFormat, amount: Decimal): string {
  return format.format(amount as Intl.StringNumericLiteral);
}

function partsOf(format: Intl.NumberFormat, amount: Decimal): Intl.NumberFormatPart[] {
  return format.formatToParts(amount as Intl.StringNumericLiteral);
}
