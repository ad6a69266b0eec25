import { expect, test } from 'vitest';
import { currencySchema, decimalsOf, isCoins, isCrypto, normalizeCurrency } from './currencies.ts';

test.each(['BTC', 'ETH', 'LTC', 'USDT', 'TRX', 'USDC', 'TON', 'DOGE', 'BNB'])(
  '%s lives on a chain and has 8 decimals',
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
  // ISO 4217: three digits
  ['KWD', 3],
  ['TND', 3],
])('%s is no crypto currency and has %i decimals', (currency, decimals) => {
  expect(isCrypto(currency)).toBe(false);
  expect(decimalsOf(currency)).toBe(decimals);
});

test.each(['eur', 'EU', '1EUR', 'EUR ', 'EUROEUROEUR', '', '__proto__'])('refuses %j', (text) => {
  expect(currencySchema.safeParse(text).success).toBe(false);
});

test.each(['constructor', '__proto__', 'toString', 'XYZ', ''])(
  'knows nothing special of %j',
  (currency) => {
    expect(decimalsOf(currency)).toBe(2);
    expect(isCrypto(currency)).toBe(false);
    expect(isCoins(currency)).toBe(false);
  },
);

test('an account in gold coins is read in sweep coins, any other as it is', () => {
  expect(normalizeCurrency('QGC')).toBe('QSC');
  expect(normalizeCurrency('QSC')).toBe('QSC');
  expect(normalizeCurrency('EUR')).toBe('EUR');
  expect(normalizeCurrency('constructor')).toBe('constructor');
});
