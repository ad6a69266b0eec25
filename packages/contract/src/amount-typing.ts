import { leastDecimals, mostAmountDigits, toLatinMarks } from './amount.ts';
import { decimalsOf } from './currencies.ts';
import { compareDecimals, type Decimal, toCurrencyDecimals } from './money.ts';

/** What an amount that is being typed is held to. */
export interface TypingRules {
  currency: string;
  /** BCP 47; picks the decimal mark that stands in the box. */
  locale: string;
  /** The highest amount; `0` where it is unknown. */
  max: Decimal;
}

/** An amount in the box; `fraction` is null where no mark begins one. */
interface TypedAmount {
  whole: string;
  fraction: string | null;
  marks: number;
}

/**
 * Keeps what stands in the box an amount, however it came there (§5): digits of any script become
 * Latin, a comma or a point the language's decimal mark; `00` is collapsed; more decimals than the
 * currency has are cut, and more digits than those of the highest amount and one. A second mark is
 * a slip, but in a pasted amount it may group.
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
 * What stands in the box after a key that made `after` of `before` (§5 "Amount keypress"): a key
 * that breaks a rule is refused wherever it falls, and pushes out nothing that stands there.
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
 * Writes an amount as it stands in the box (§5 "Prefilled amount"): Latin digits without grouping,
 * the language's decimal mark, the currency's decimals; whole amounts and crypto without zeros that
 * say nothing. {@link parseAmount} reads it back.
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
  return splitAtFirst(mendStart(toDigitsAndMarks(text)));
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

/** What is left of `5.25` without its 5, and a pasted `.25`, is no 25. */
function mendStart(plain: string): string {
  return plain.replace(/^[.,]+(?=\d)/, '0.').replace(/^[.,]+/, '');
}

/** An amount with its thousands grouped by one mark, in the Indian way as well. */
const grouped = /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/;

/** `1,000` and `1.000`: of one mark and three digits. */
const groupedOnce = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * Reads an amount as it stands elsewhere, `Rs. 1,00,000` or `1.234,56 €`: what groups is closed up.
 * Three digits after a lone mark are no decimals of a currency that has fewer.
 */
function readPasted(text: string, { currency }: TypingRules): TypedAmount {
  const plain = mendStart(toDigitsAndMarks(dropWords(text))).replace(/[.,]+$/, '');
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

/** Words and signs of currencies go, with the point that abbreviates them: `Rs. 500`, `500 лв.` */
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

/** The marks found so far: a phone takes milliseconds to make a format, and each key asks. */
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
