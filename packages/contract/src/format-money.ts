import { decimalsOf, isFiat, symbolOf } from './currencies.ts';
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
  const { isSuffix, symbol } = symbolOf(currency, locale);
  const symbolFor = (intl: string) => (isSuffix ? '' : isolate(symbol ?? intl, locale));
  const shown = partsOf(moneyFormat(currency, locale, leastDecimals(money, trimZeros)), amount)
    .map(({ type, value }) => (type === 'currency' ? symbolFor(value) : value))
    .join('');
  return isSuffix ? `${shown.trim()}\u00a0${formatSymbol(currency, locale)}` : shown;
}

/**
 * The format of an amount, with the symbol of Intl in the place of ours. `XXX` is no currency
 * (ISO 4217): some regions write money with other marks than numbers.
 */
export function moneyFormat(
  currency: string,
  locale: string,
  leastDecimals: number,
  mostDecimals: number = decimalsOf(currency),
): Intl.NumberFormat {
  return numberFormat(locale, {
    style: 'currency',
    currency: symbolOf(currency).isSuffix ? 'XXX' : currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: leastDecimals,
    maximumFractionDigits: Math.max(leastDecimals, mostDecimals),
  });
}

/** Returns the least number of decimals to write: 0 for crypto and coins, else the currency's. */
export function leastDecimals(
  { amount, currency }: { amount: Decimal; currency: string },
  trimZeros: boolean,
): number {
  const isWhole = !/\.\d*[1-9]/.test(amount);
  const isTrimmed = (trimZeros && isWhole) || !isFiat(currency);
  return isTrimmed ? 0 : decimalsOf(currency);
}

/** Formats a currency's symbol without an amount, like {@link formatMoney}. */
export function formatSymbol(currency: string, locale: string): string {
  const parts = partsOf(moneyFormat(currency, locale, 0), '0');
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

function numberFormat(locale: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(options)}`;
  const made = numberFormats.get(key) ?? new Intl.NumberFormat(locale, options);
  numberFormats.set(key, made);
  return made;
}

/** Formats a decimal string exactly, without a float, as parts (ECMA-402 accepts numeric strings). */
export function partsOf(format: Intl.NumberFormat, amount: Decimal): Intl.NumberFormatPart[] {
  return format.formatToParts(amount as Intl.StringNumericLiteral);
}
