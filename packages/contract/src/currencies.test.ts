import { describe, expect, it, test } from 'vitest';
import {
  currencySchema,
  decimalsOf,
  isCoins,
  isCrypto,
  knownCurrencies,
  namedCurrencies,
  normalizeCurrency,
  symbolOf,
} from './currencies.ts';

test.each(['BTC', 'ETH', 'LTC', 'USDT', 'TRX', 'USDC', 'TON', 'DOGE', 'BNB'])(
  '%s is a cryptocurrency with 8 decimals',
  (currency) => {
    expect(isCrypto(currency)).toBe(true);
    expect(decimalsOf(currency)).toBe(8);
  },
);

test.each([
  ['EUR', 2],
  ['IDR', 2],
  ['QGC', 2],
  // ISO 4217: no minor unit
  ['BIF', 0],
  ['JPY', 0],
  ['XOF', 0],
  // ISO 4217: three decimals
  ['KWD', 3],
  ['TND', 3],
])('%s is no cryptocurrency and has %i decimals', (currency, decimals) => {
  expect(isCrypto(currency)).toBe(false);
  expect(decimalsOf(currency)).toBe(decimals);
});

test.each(['eur', 'EU', '1EUR', 'EUR ', 'EUROEUROEUR', '', '__proto__'])('rejects %j', (text) => {
  expect(currencySchema.safeParse(text).success).toBe(false);
});

test.each(['constructor', '__proto__', 'toString', 'XYZ', ''])(
  'treats %j as an ordinary currency',
  (currency) => {
    expect(decimalsOf(currency)).toBe(2);
    expect(isCrypto(currency)).toBe(false);
    expect(isCoins(currency)).toBe(false);
  },
);

test('reads an account in gold coins as sweep coins, and any other as it is', () => {
  expect(normalizeCurrency('QGC')).toBe('QSC');
  expect(normalizeCurrency('QSC')).toBe('QSC');
  expect(normalizeCurrency('EUR')).toBe('EUR');
  expect(normalizeCurrency('constructor')).toBe('constructor');
});

describe('the known currencies', () => {
  it('are listed once and include all exceptions of the table', () => {
    expect(new Set(knownCurrencies).size).toBe(knownCurrencies.length);
    expect(knownCurrencies.length).toBeGreaterThanOrEqual(90);
    expect(namedCurrencies().filter((code) => !knownCurrencies.includes(code))).toEqual([]);
  });

  it.each(knownCurrencies)('%s is a code known to Intl, or a coin', (code) => {
    expect(currencySchema.safeParse(code).success).toBe(true);
    const isIso = Intl.supportedValuesOf('currency').includes(code);
    expect(isIso || isCrypto(code) || isCoins(code)).toBe(true);
  });

  it.each(knownCurrencies)('%s has a symbol, or is written as its code for a reason', (code) => {
    const shown = symbolOf(code);
    if (isCrypto(code)) {
      // §5: crypto is displayed with its code.
      expect(shown).toEqual({ kind: 'suffix', symbol: code });
    } else if (shown.kind !== 'intl') {
      expect(shown.symbol).not.toBe('');
      if (!writtenByCode.has(code)) expect(shown.symbol).not.toBe(code);
    } else if (!writtenByCode.has(code)) {
      // The dirham, the riyal and others have a symbol in Arabic; other scripts use their codes.
      expect(['en', 'ar'].some((locale) => intlSymbol(code, locale) !== code)).toBe(true);
    }
  });
});

/** Always written as codes: the franc has no sign, and the manat's sign means Azerbaijan's. */
const writtenByCode: ReadonlySet<string> = new Set(['CHF', 'TMT']);

function intlSymbol(currency: string, locale: string): string | undefined {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value;
}
