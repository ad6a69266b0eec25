import {
  decimalMarkOf,
  formatAmount,
  mostAmountDigits,
  toLatinDigits,
  toLatinMarks,
} from './amount.ts';
import { decimalsOf } from './currencies.ts';
import { leastDecimals } from './format-money.ts';
import { compareDecimals, type Decimal, toCurrencyDecimals } from './money.ts';

/** The rules for an amount that is being typed. */
export interface TypingRules {
  currency: string;
  /** BCP 47; determines the decimal mark, and how the input groups digits. */
  locale: string;
  /** The highest amount; `0` if it is unknown. */
  max: Decimal;
}

/**
 * An amount that is being typed, split at the caret: Latin digits without grouping, and at most one
 * mark, which is decimal. A mark stays as it was typed, because the one that the language doesn't
 * use for decimals may still turn out to group thousands. {@link parseAmount} reads the whole text.
 */
export interface SplitAmount {
  left: string;
  right: string;
  /** What was refused since the last accepted edit. */
  refusal?: AmountRefusal | undefined;
}

/** A refused key, or a part of a pasted text that was refused. */
export interface AmountRefusal {
  /**
   * `decimals`: more than the currency has. `mark`: a second decimal mark. `firstMark`: a mark
   * without a digit before it. `character`: anything else than digits, marks and currency signs.
   */
  kind: 'decimals' | 'mark' | 'firstMark' | 'character';
  /** The digits that were refused at the end of the amount, in order. */
  digits: string;
}

/**
 * Returns the amount after a character was typed at the caret (§5 "Amount keypress"). One that
 * breaks a rule is refused at any place and never pushes out another character. The decimal mark of
 * the language is decimal. The other mark is decimal while at most two digits follow it; a third
 * digit makes it a thousands separator (ADR 0024). Without decimals both marks only group. With two
 * different marks and three digits between them, refused ones included, the last is decimal.
 */
export function typeCharacter(before: SplitAmount, key: string, rules: TypingRules): SplitAmount {
  const character = toPlain(key, rules);
  if (/^\d$/.test(character)) return typeDigit(before, character, rules);
  if (/^[.,]$/.test(character)) return typeMark(before, character, rules);
  return /^[\p{L}\p{N}\p{Pd}+]/u.test(key) ? refuse(before, 'character') : before;
}

function typeDigit(before: SplitAmount, digit: string, rules: TypingRules): SplitAmount {
  const after = dropZeros({ left: before.left + digit, right: before.right });
  const { whole, mark, fraction } = splitAtMark(after.left + after.right);
  // A longer amount is above the highest one already, which its error says.
  if (whole.length > mostWholeDigits(rules)) return { left: before.left, right: before.right };
  if (fraction.length <= mostDecimals(rules)) return after;
  const atEnd = after.right === '' ? (before.refusal?.digits ?? '') + digit : '';
  const refused = refuse(before, 'decimals', atEnd);
  const isThird = fraction.length === 3 && after.right === '';
  if (!isThird || !mayGroup(mark, whole, rules)) return refused;
  return group(whole + fraction, rules) ?? refused;
}

function typeMark(before: SplitAmount, typed: string, rules: TypingRules): SplitAmount {
  const { left, right } = before;
  const { whole, mark, fraction } = splitAtMark(left + right);
  if (mark === '') {
    if (left === '') return refuse(before, 'firstMark');
    const fits = right.length <= mostDecimals(rules);
    return fits ? { left: left + typed, right } : refuse(before, 'decimals');
  }
  const behind = fraction + (before.refusal?.digits ?? '');
  // The second mark of 1,00,000 (a lakh), or of 1.234,56 where the point is decimal.
  const isLakh = mark === typed && behind.length === 2 && groupsInTwos(rules);
  const isDecimal = mark !== typed && behind.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  const isGroup = right === '' && (isDecimal || (isLakh && mayGroup(mark, whole, rules)));
  const next = isDecimal ? decimalMark(rules) : typed;
  return (isGroup ? group(whole + behind, rules, next) : null) ?? refuse(before, 'mark');
}

/** Returns the amount whose mark turned out to group; null if it is too long. */
function group(whole: string, rules: TypingRules, mark = ''): SplitAmount | null {
  return whole.length > mostWholeDigits(rules) ? null : { left: whole + mark, right: '' };
}

function refuse(
  { left, right }: SplitAmount,
  kind: AmountRefusal['kind'],
  digits = '',
): SplitAmount {
  return { left, right, refusal: { kind, digits } };
}

/** Returns whether a mark may turn out to be a thousands separator. */
function mayGroup(mark: string, whole: string, rules: TypingRules): boolean {
  const decimals = decimalsOf(rules.currency);
  const isOther = decimals === 0 || mark !== decimalMark(rules);
  return isOther && decimals <= 2 && /^[1-9]/.test(whole);
}

/**
 * Returns how many digits may follow a mark. Without decimals, two wait for the third that makes the
 * mark a thousands separator. Until then the amount isn't a whole one: 1.5 yen must not become 15.
 */
function mostDecimals({ currency }: TypingRules): number {
  return decimalsOf(currency) || 2;
}

function groupsInTwos(rules: TypingRules): boolean {
  return /^12\D34\D567/.test(showAmount('1234567', rules));
}

/**
 * Makes what is left after a deletion an amount again: `5.25` without its 5 is 0.25, not 25.
 */
export function mendAmount({ left, right }: SplitAmount, rules: TypingRules): SplitAmount {
  if (/^[.,]\d/.test(left + right)) return mendAmount({ left: `0${left}`, right }, rules);
  if (/^[.,]?$/.test(left + right)) return { left: '', right: '' };
  const kept = dropZeros({ left, right });
  const extra = splitAtMark(kept.left + kept.right).whole.length - mostWholeDigits(rules);
  if (extra <= 0) return kept;
  const { whole, mark, fraction } = splitAtMark(kept.left + kept.right);
  const cut = whole.slice(0, -extra) + mark + fraction;
  const at = Math.min(kept.left.length, cut.length);
  return { left: cut.slice(0, at), right: cut.slice(at) };
}

/** An amount in a pasted text; `isCut`: it had more decimals than the currency. */
export interface PastedAmount {
  text: string;
  isCut: boolean;
}

/**
 * Reads an amount that was pasted or filled in at once, such as `Rs. 1,00,000` or `1.234,56 €`, into
 * the text that typing would leave. With different separators the last is decimal; a repeated one
 * groups. A single one groups only where it isn't the language's decimal mark, exactly three digits
 * follow, and the currency has at most two decimals. Decimals beyond the currency's are cut. Text
 * that contains anything else between digits, such as a second amount, is an empty text.
 */
export function readPasted(text: string, rules: TypingRules): PastedAmount {
  const plain = toPlain(findAmount(text), rules);
  const separators = plain.match(/[.,]/g) ?? [];
  const isOneKind = new Set(separators).size === 1;
  const at = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','));
  const isGrouped =
    separators.length === 1 ? groupsOnce(plain, rules) : isOneKind && grouped.test(plain);
  if (isGrouped || at < 0) return limitDigits(plain, null, rules);
  if (isOneKind) {
    const [whole = '', ...fraction] = plain.split(/[.,]/);
    return limitDigits(whole || '0', fraction.join(''), rules);
  }
  return limitDigits(plain.slice(0, at) || '0', plain.slice(at + 1), rules);
}

/** An amount whose thousands are grouped by one mark, including the Indian grouping. */
const grouped = /^\d{1,3}([.,]\d{2,3})*[.,]\d{3}$/;

function groupsOnce(plain: string, rules: TypingRules): boolean {
  if (!/^[1-9]\d{0,2}[.,]\d{3}$/.test(plain)) return false;
  const decimals = decimalsOf(rules.currency);
  return decimals === 0 || (decimals <= 2 && !plain.includes(decimalMark(rules)));
}

function limitDigits(whole: string, fraction: string | null, rules: TypingRules): PastedAmount {
  const decimals = decimalsOf(rules.currency);
  const { right } = dropZeros({ left: '', right: whole.replace(/[.,]/g, '') });
  const kept = right.slice(0, mostWholeDigits(rules));
  const isCut = kept === right && (fraction ?? '').length > decimals;
  if (!fraction || decimals === 0) return { text: kept, isCut };
  return { text: `${kept}${decimalMark(rules)}${fraction.slice(0, decimals)}`, isCut };
}

/**
 * Finds the amount in a pasted text, without words and currency signs around it; an empty text where
 * anything but separators stands between its digits. A space or an apostrophe only groups thousands.
 */
function findAmount(text: string): string {
  // A point after a letter belongs to an abbreviation: `Rs.500`.
  const found = /(?:(?:^|[^\p{L}\p{M}\p{Nd}])([.,٫]))?(\p{Nd}(?:.*\p{Nd})?)/su.exec(text);
  const [, mark = '', digits = ''] = found ?? [];
  // Digits of a script that no player's keyboard has stay, and aren't read.
  const isRead = /^[\d\s'‘’ʼ٬.,٫،．，。｡\p{Cf}]*$/u.test(toLatinDigits(digits));
  const isLoose = /[\s'‘’ʼ]\p{Cf}*(?!\p{Nd}{3}(?!\p{Nd}))/u.test(digits);
  return isRead && !isLoose ? mark + digits : '';
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
  return shown === '' ? whole : `${whole}${decimalMark({ currency, locale })}${shown}`;
}

/**
 * Returns an amount that is being typed as the input shows it: grouped, and with the decimal mark of
 * the language, as `formatMoney` writes the same amount.
 */
export function showAmount(
  text: string,
  { currency, locale }: Pick<TypingRules, 'currency' | 'locale'>,
): string {
  const { whole, mark, fraction } = splitAtMark(text);
  if (whole === '') return '';
  const shown = formatAmount({ amount: whole, currency }, toLatin(locale));
  return mark === '' ? shown : `${shown}${decimalMark({ currency, locale })}${fraction}`;
}

/** Splits an amount that is being typed; `mark` is empty where it has no decimals. */
export function splitAtMark(text: string) {
  const [whole = '', mark = '', fraction = ''] = text.split(/([.,])/);
  return { whole, mark, fraction };
}

/** A cache: each key press needs the mark some ten times. */
const decimalMarks = new Map<string, '.' | ','>();

/** Returns the decimal mark that the input shows. */
export function decimalMark({
  currency,
  locale,
}: Pick<TypingRules, 'currency' | 'locale'>): '.' | ',' {
  const key = `${currency} ${locale}`;
  const mark = decimalMarks.get(key) ?? decimalMarkOf({ currency, locale: toLatin(locale) });
  decimalMarks.set(key, mark);
  return mark;
}

/** The input has Latin digits in every language. */
function toLatin(locale: string): string {
  return new Intl.Locale(locale, { numberingSystem: 'latn' }).toString();
}

/** Converts to Latin digits and marks, and drops the rest. The Arabic decimal mark is no other. */
function toPlain(text: string, rules: TypingRules): string {
  return toLatinMarks(text.replaceAll('٫', decimalMark(rules))).replace(/[^\d.,]/g, '');
}

function dropZeros({ left, right }: SplitAmount): SplitAmount {
  const zeros = /^0+(?=\d)/.exec(left + right)?.[0].length ?? 0;
  return { left: left.slice(zeros), right: right.slice(Math.max(0, zeros - left.length)) };
}

function mostWholeDigits({ max }: TypingRules): number {
  if (compareDecimals(max, '0') <= 0) return mostAmountDigits;
  const { right } = dropZeros({ left: '', right: max.split('.')[0] ?? '' });
  return Math.min(right.length + 1, mostAmountDigits);
}
