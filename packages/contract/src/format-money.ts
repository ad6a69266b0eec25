import { decimalsOf, isFiat, isMinorUnused, symbolOf } from './currencies.ts';
import { locales, resolveLocale } from './locales.ts';
import type { Decimal, Money } from './money.ts';
import { numberLocale } from './number-locale.ts';

/**
 * Formats money for display (§5): fiat with its narrow symbol, crypto and custom currencies with
 * their code. `trimZeros` drops the decimals of a whole amount, for limits and chips; they are dropped
 * anyway where daily life has none ({@link isMinorUnused}).
 */
export function formatMoney(
  money: Money,
  locale: string,
  { trimZeros = false }: { trimZeros?: boolean } = {},
): string {
  const { amount, currency } = money;
  const { isSuffix, symbol } = symbolOf(currency, locale);
  const symbolFor = (intl: string) => (isSuffix ? '' : isolate(symbol ?? intl, locale));
  const shown = moneyParts(amount, currency, locale, leastDecimals(money, trimZeros))
    .map(({ type, value }) => (type === 'currency' ? symbolFor(value) : value))
    .join('');
  return isSuffix ? `${shown.trim()}\u00a0${formatSymbol(currency, locale)}` : shown;
}

/**
 * Returns the tag of a locale whose numbers are written as in another one: English has the words and
 * the symbol of `Rp 75.000`, and Indonesian its marks. A private subtag carries the other locale
 * (RFC 5646), which Intl ignores.
 * @param numbers - a language with a region: `id-ID`
 */
export function withNumbersOf(locale: string, numbers: string): string {
  return `${locale}-x-num-${numbers}`;
}

/** Returns the locale of {@link withNumbersOf}; null where the numbers are the locale's own. */
function numbersOf(locale: string): string[] | null {
  const [, own = '', numbers] = /^(.*)-x-num-(.+)$/.exec(locale) ?? [];
  // A browser without the language would take that of its owner.
  return numbers === undefined ? null : [`${numbers}-u-nu-latn`, own];
}

/**
 * Formats an amount as parts, with the symbol of Intl in the place of ours, and with the marks and
 * the grouping that money has: some regions write numbers with others.
 */
export function moneyParts(
  amount: Decimal,
  currency: string,
  locale: string,
  leastDecimals: number,
  mostDecimals: number = decimalsOf(currency),
): Intl.NumberFormatPart[] {
  const options = {
    style: 'currency',
    // `XXX` is no currency (ISO 4217).
    currency: symbolOf(currency).isSuffix ? 'XXX' : currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: Math.max(leastDecimals, mostDecimals),
  } as const;
  const parts = partsOf(numberFormat([locale], options), amount);
  const numbers = numbersOf(locale);
  if (numbers === null) return parts;
  const written = partsOf(numberFormat(numbers, options), amount).filter(isOfNumber);
  const at = parts.findIndex(isOfNumber);
  return parts.flatMap((part, index) => (index === at ? written : isOfNumber(part) ? [] : [part]));
}

const isOfNumber = ({ type }: Intl.NumberFormatPart) => /integer|group|decimal|fraction/.test(type);

/**
 * Returns the least number of decimals to write: 0 for crypto and coins, and for whole amounts that
 * are trimmed or whose minor unit isn't used; else the currency's.
 */
export function leastDecimals(
  { amount, currency }: { amount: Decimal; currency: string },
  trimZeros: boolean,
): number {
  const isWhole = !/\.\d*[1-9]/.test(amount);
  const isTrimmed = (isWhole && (trimZeros || isMinorUnused(currency))) || !isFiat(currency);
  return isTrimmed ? 0 : decimalsOf(currency);
}

/** Formats a currency's symbol without an amount, like {@link formatMoney}. */
export function formatSymbol(currency: string, locale: string): string {
  const parts = moneyParts('0', currency, locale, 0);
  const intl = parts.find(({ type }) => type === 'currency')?.value ?? currency;
  return isolate(symbolOf(currency, locale).symbol ?? intl, locale);
}

/**
 * Isolates a symbol such as `GH₵` in right-to-left text so that its letters keep their order (UAX
 * #9).
 */
function isolate(symbol: string, locale: string): string {
  const { direction } = locales[resolveLocale(locale)];
  return direction === 'rtl' ? `\u2068${symbol}\u2069` : symbol;
}

/**
 * A cache: creating a format takes a phone milliseconds, and a list needs the same one dozens of
 * times.
 */
const numberFormats = new Map<string, Intl.NumberFormat>();

function numberFormat(
  locales: readonly string[],
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const key = `${locales} ${JSON.stringify(options)}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(locales.map(numberLocale), options);
  numberFormats.set(key, made);
  return made;
}

/** Formats a decimal string exactly, without a float, as parts (ECMA-402 accepts numeric strings). */
function partsOf(format: Intl.NumberFormat, amount: Decimal): Intl.NumberFormatPart[] {
  return format.formatToParts(amount as Intl.StringNumericLiteral);
}
