import { leastDecimals, mostAmountDigits, toLatinMarks } from './amount.ts';
import { decimalsOf } from './currencies.ts';
import { compareDecimals, type Decimal, toCurrencyDecimals } from './money.ts';

/** The rules for an amount that is being typed. */
export interface TypingRules {
  currency: string;
  /** BCP 47; determines the decimal mark in the input. */
  locale: string;
  /** The highest amount; `0` if it is unknown. */
  max: Decimal;
}

/** An amount in the input; `fraction` is null if there is no decimal mark. */
interface TypedAmount {
  whole: string;
  fraction: string | null;
  marks: number;
}

/**
 * Keeps the input a valid amount after typing or pasting (§5). Digits of any script become Latin, a
 * comma or a point becomes the language's decimal mark, and `00` is collapsed. Decimals beyond the
 * currency's are cut. The whole part keeps at most one digit more than the highest amount has. A
 * second mark is dropped when typed; in a pasted amount it may group thousands.
 */
export function limitTyping(
  text: string,
  rules: TypingRules,
  { isPasted = false }: { isPasted?: boolean } = {},
): string {
  const { whole, fraction } = isPasted ? readPasted(text, rules) : readTyped(text);
  const kept = whole.slice(0, mostWholeDigits(rules));
  const decimals = decimalsOf(rules.currency);
  if (fraction === null || decimals === 0) return kept;
  return `${kept}${decimalMarkOf(rules.locale)}${fraction.slice(0, decimals)}`;
}

/**
 * Returns the input's text after a key changed it from `before` to `after` (§5 "Amount keypress").
 * A key that breaks a rule is rejected at any position and never pushes out another character.
 */
export function takeKey(before: string, after: string, rules: TypingRules): string {
  const { whole, fraction, marks } = readTyped(after);
  const isRefused =
    marks > 1 ||
    isLedByMark(after) ||
    whole.length > mostWholeDigits(rules) ||
    (fraction ?? '').length > decimalsOf(rules.currency);
  return limitTyping(isRefused ? before : after, rules);
}

/**
 * Formats an amount for the input (§5 "Prefilled amount"): Latin digits without grouping, the
 * language's decimal mark, the currency's decimals. Whole amounts and crypto lose their trailing
 * zeros. {@link parseAmount} reads the text back.
 */
export function formatForInput(
  amount: Decimal,
  { currency, locale }: Pick<TypingRules, 'currency' | 'locale'>,
): string {
  const rounded = toCurrencyDecimals(amount, currency);
  const [whole = '', fraction = ''] = rounded.split('.');
  const least = leastDecimals({ amount: rounded, currency }, true);
  const shown = least === 0 ? fraction.replace(/0+$/, '') : fraction;
  return shown === '' ? whole : `${whole}${decimalMarkOf(locale)}${shown}`;
}

function readTyped(text: string): TypedAmount {
  return splitAtFirst(prependZero(toDigitsAndMarks(text)));
}

function splitAtFirst(plain: string): TypedAmount {
  const [whole = '', ...fraction] = plain.split(/[.,]/);
  return {
    whole: collapseZeros(whole),
    fraction: fraction.length === 0 ? null : fraction.join(''),
    marks: fraction.length,
  };
}

function isLedByMark(text: string): boolean {
  return /^[.,]/.test(toDigitsAndMarks(text));
}

/**
 * Puts a zero before a leading mark: `5.25` without its 5, or a pasted `.25`, must not become 25.
 */
function prependZero(plain: string): string {
  return plain.replace(/^[.,]+(?=\d)/, '0.').replace(/^[.,]+/, '');
}

/** An amount whose thousands are grouped by one mark, including the Indian grouping. */
const grouped = /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/;

/** An amount with one mark and three digits after it: `1,000`, `1.000`. */
const groupedOnce = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads an amount copied from another text, such as `Rs. 1,00,000` or `1.234,56 €`, and removes its
 * grouping. Three digits after a single mark are thousands if the currency has fewer than three
 * decimals.
 */
function readPasted(text: string, { currency }: TypingRules): TypedAmount {
  const plain = prependZero(toDigitsAndMarks(dropWords(text))).replace(/[.,]+$/, '');
  const separators = plain.match(/[.,]/g) ?? [];
  const isGrouped =
    separators.length === 1
      ? groupedOnce.test(plain) && decimalsOf(currency) < 3
      : new Set(separators).size === 1 && grouped.test(plain);
  const closeUp = (part: string) => part.replace(/[.,]/g, '');
  if (isGrouped) return splitAtFirst(closeUp(plain));
  if (new Set(separators).size < 2) return splitAtFirst(plain);
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  return splitAtFirst(`${closeUp(plain.slice(0, at))}.${plain.slice(at + 1)}`);
}

/** Removes words and currency signs with their abbreviation point: `Rs. 500`, `500 лв.` */
function dropWords(text: string): string {
  return text.replace(/[\p{L}\p{M}\p{Sc}]+[.,]*/gu, '');
}

function toDigitsAndMarks(text: string): string {
  return toLatinMarks(text).replace(/[^\d.,]/g, '');
}

function collapseZeros(whole: string): string {
  return whole.replace(/^0+(?=\d)/, '');
}

function mostWholeDigits({ max }: TypingRules): number {
  if (compareDecimals(max, '0') <= 0) return mostAmountDigits;
  return Math.min(collapseZeros(max.split('.')[0] ?? '').length + 1, mostAmountDigits);
}

/** A cache: creating a number format takes a phone milliseconds, and each key needs the mark. */
const decimalMarks = new Map<string, string>();

/** The decimal mark that a language writes between Latin digits: a point or a comma. */
function decimalMarkOf(locale: string): string {
  const known = decimalMarks.get(locale);
  if (known !== undefined) return known;
  const parts = new Intl.NumberFormat(locale, { numberingSystem: 'latn' }).formatToParts(0.5);
  const mark = parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
  decimalMarks.set(locale, mark);
  return mark;
}
