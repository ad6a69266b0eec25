import Big from 'big.js';
import { decimalsOf, isCoins, isCrypto, symbolOf } from './currencies.ts';
import { locales, resolveLocale } from './locales.ts';
import type { Decimal, Money } from './money.ts';

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

/** The format of an amount: with Intl's symbol, or without one where ours comes after it. */
export function moneyFormat(
  currency: string,
  locale: string,
  leastDecimals: number,
): Intl.NumberFormat {
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

/** Formats a decimal string exactly, as parts. */
export function partsOf(format: Intl.NumberFormat, amount: Decimal): Intl.NumberFormatPart[] {
  return format.formatToParts(amount as Intl.StringNumericLiteral);
}
