import { expect, test } from 'vitest';
import { parseAmount, toLatinDigits, validateAmount } from './amount.ts';
import { decimalsOf } from './currencies.ts';
import { formatDecimal } from './format-decimal.ts';
import { formatMoney, formatSymbol } from './format-money.ts';
import { type LocaleTag, locales } from './locales.ts';
import { decimalSchema } from './money.ts';

const eighteen = '9'.repeat(18);

test.each([
  ['50', '50'],
  ['50.25', '50.25'],
  ['50,25', '50.25'],
  [' 50 ', '50'],
  ['007', '7'],
  ['000', '0'],
  ['.5', '0.5'],
  [',5', '0.5'],
  ['5.', '5'],
  ['1.50', '1.5'],
  ['0.00', '0'],
])('parses a plain amount: %j is %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  ['1,234.56', '1234.56'],
  ['1.234,56', '1234.56'],
  ['1,234,567.89', '1234567.89'],
  ['1.234.567,89', '1234567.89'],
  ['12,34,567.89', '1234567.89'],
  // A single separator is decimal; a repeated one only groups.
  ['1,000', '1'],
  ['1.000', '1'],
  ['1,000,000', '1000000'],
  ['1.000.000', '1000000'],
  // With different separators the last one is decimal, even if it appeared before.
  ['1,234.567,89', '1234567.89'],
])('tells grouping from decimals: %j is %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  ['1 234 567.5', '1234567.5'],
  ['1\u00a0234\u00a0567,5', '1234567.5'],
  ['1\u202f234\u202f567,5', '1234567.5'],
  ["1'234'567.5", '1234567.5'],
  ['1’234’567.5', '1234567.5'],
  ['1‘234ʼ567.5', '1234567.5'],
  ['\u2068 1 234,5 \u2069', '1234.5'],
  ['\u200e1234\u200f', '1234'],
  ['\u061c1234', '1234'],
])('drops spaces, apostrophes and direction marks: %j is %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  ['Arabic', '١٢٣٤٫٥', '1234.5'],
  ['Arabic, grouped', '١٬٢٣٤', '1234'],
  ['Arabic, grouped with decimals', '١٬٢٣٤٬٥٦٧٫٨٩', '1234567.89'],
  ['Persian', '۱۲۳۴٫۵', '1234.5'],
  ['Devanagari', '१२,३४,५६७.८९', '1234567.89'],
  ['Bengali', '১২,৩৪,৫৬৭.৮৯', '1234567.89'],
  ['Telugu', '౧౨౩౪', '1234'],
  ['Thai', '๑๒๓๔', '1234'],
  ['Urdu', '۱٬۲۳۴٫۵', '1234.5'],
  ['Arabic, with its comma', '١٢٣٤،٥', '1234.5'],
  ['Gujarati', '૧૨૩૪', '1234'],
  ['Tamil', '௧௨௩௪', '1234'],
  ['Burmese', '၁၂၃၄', '1234'],
  ['Khmer', '១២៣៤', '1234'],
  ['Lao', '໑໒໓໔', '1234'],
  ['full-width', '１，２３４．５', '1234.5'],
])('parses %s digits: %s is %s', (_, text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});

test.each([
  '',
  ' ',
  '.',
  ',',
  '-5',
  '+5',
  '1e5',
  '0x10',
  'abc',
  '50 EUR',
  '$50',
  'NaN',
  'Infinity',
  '½',
  '²',
  '٪',
])('returns 0 for text that is no amount: %j', (text) => {
  expect(parseAmount(text)).toBe('0');
});

test.each([
  [eighteen, eighteen],
  [`000${eighteen}`, eighteen],
  [`${eighteen}9`, '0'],
  [`0.${eighteen}`, `0.${eighteen}`],
  [`0.${eighteen}9`, '0'],
])('accepts 18 digits on either side of the point and no more: %s', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
  expect(decimalSchema.safeParse(parseAmount(text)).success).toBe(true);
});

test.each(['ar-EG', 'fa', 'mr', 'bn', 'hi', 'en', 'de', 'ru', 'pt', 'de-CH'])(
  'parses the output of Intl in %s',
  (locale) => {
    expect(parseAmount(formatDecimal('1234567.89', locale))).toBe('1234567.89');
  },
);

test('maps digits and keeps other characters', () => {
  expect(toLatinDigits('٣ из ৪ & ५')).toBe('3 из 4 & 5');
});

const limits = { min: '10', max: '500.50' };

test.each([
  ['10', null],
  ['500.50', null],
  ['500.5', null],
  ['9.99', { kind: 'belowMin', limit: '10' }],
  ['500.51', { kind: 'aboveMax', limit: '500.50' }],
  ['0', { kind: 'notAnAmount' }],
  ['0.00', { kind: 'notAnAmount' }],
  ['-50', { kind: 'notAnAmount' }],
  ['50.005', { kind: 'tooManyDecimals', decimals: 2 }],
  ['50.500', null],
])('validates %s EUR from 10 to 500.50', (amount, problem) => {
  expect(validateAmount(amount, 'EUR', limits)).toEqual(problem);
});

const market = [{ regex: '^[1-9]\\d{0,3}00$' }, { regex: '^\\d{3,5}$' }];

test.each([
  ['500', null],
  ['12300', null],
  // The same amount with its decimals: compared as text it would be rejected.
  ['500.00', null],
  // One rule holds, the other is broken.
  ['150', { kind: 'rule', rule: market[0] }],
  ['500.50', { kind: 'rule', rule: market[0] }],
  ['100000', { kind: 'rule', rule: market[1] }],
  // The limits apply as well and are reported first.
  ['50', { kind: 'belowMin', limit: '100' }],
])('validates %s by the rules of the amount field too (p2p_market)', (amount, problem) => {
  const wide = { min: '100', max: '200000' };
  expect(validateAmount(amount, 'EUR', wide, market)).toEqual(problem);
});

test('matches rules with the unicode flag', () => {
  const rules = [{ regex: '^\\p{Nd}+$' }];
  expect(validateAmount('500', 'EUR', { min: '1', max: '900' }, rules)).toBeNull();
});

test('validates decimals by the currency', () => {
  const wide = { min: '0.00000001', max: '1000000' };
  expect(validateAmount('0.00000001', 'BTC', wide)).toBeNull();
  expect(validateAmount('1.005', 'KWD', wide)).toBeNull();
  expect(validateAmount('1.5', 'JPY', wide)).toEqual({ kind: 'tooManyDecimals', decimals: 0 });
});

test('rejects every amount while limits are unknown', () => {
  expect(validateAmount('50', 'EUR', { min: '0', max: '0' })).toEqual({ kind: 'limitsUnknown' });
  expect(validateAmount('0', 'EUR', { min: '0', max: '0' })).toEqual({ kind: 'limitsUnknown' });
});

test.each(['0', '4.99', '9.99'])('rejects every amount if limits leave only %s of 10', (max) => {
  for (const amount of ['0', '1', '10', '100']) {
    expect(validateAmount(amount, 'EUR', { min: '10', max })).toEqual({
      kind: 'nothingLeft',
      remaining: max,
    });
  }
});

test('compares limits exactly beyond the precision of floats', () => {
  const exact = { min: '1', max: '9007199254740993' };
  expect(validateAmount('9007199254740993', 'EUR', exact)).toBeNull();
  expect(validateAmount('9007199254740993.01', 'EUR', exact)).toMatchObject({ kind: 'aboveMax' });
});

/** Removes the spaces and direction marks that differ between ICU releases. */
const seen = (text: string) =>
  text.replace(/[\u00a0\u202f]/g, ' ').replace(/[\u061c\u200e\u200f\u2068\u2069]/g, '');

test.each([
  ['en', '1234567.5', 'EUR', '€1,234,567.50'],
  ['es', '1234567.5', 'EUR', '1.234.567,50 €'],
  ['pt', '1234567.5', 'BRL', 'R$ 1.234.567,50'],
  ['ru', '1234567.5', 'RUB', '1 234 567,50 ₽'],
  ['hi', '1234567.5', 'INR', '₹12,34,567.50'],
  ['ar', '1234567.5', 'EUR', '1,234,567.50 €'],
  ['ar-EG', '1234567.5', 'EUR', '١٬٢٣٤٬٥٦٧٫٥٠ €'],
  // No minor unit; three decimals
  ['en', '1500', 'JPY', '¥1,500'],
  ['en', '1500', 'XOF', 'F CFA 1,500'],
  ['en', '1.5', 'KWD', 'KWD 1.500'],
  // Our symbol, where Intl has a bare code or one that differs by language
  ['en', '2500', 'KES', 'KSh 2,500.00'],
  ['es', '1500', 'XOF', '1500 F CFA'],
  ['ru', '2500', 'GEL', '2 500,00 ₾'],
  // Our symbol that always follows the amount
  ['en', '1250000', 'UZS', '1,250,000 so‘m'],
  ['ar', '2500', 'KGS', '2,500.00 сом'],
  ['ar', '2500', 'EGP', '2,500.00 ج.م.'],
  // Sweepstake coins, and a custom currency that Intl rejects
  ['en', '100000', 'QGC', '100,000 GC'],
  ['en', '30.5', 'QSC', '30.5 SC'],
  ['en', '12.5', 'POINTS', '12.50 POINTS'],
  // Crypto: its code, without trailing zeros
  ['en', '0.025', 'ETH', '0.025 ETH'],
  ['en', '5', 'USDT', '5 USDT'],
  ['ru', '0.12345678', 'BTC', '0,12345678 BTC'],
])('writes for %s: %s %s is %s', (locale, amount, currency, text) => {
  expect(seen(formatMoney({ amount, currency }, locale))).toBe(text);
});

test.each([
  ['50', 'EUR', '€50'],
  ['50.00', 'EUR', '€50'],
  ['50.5', 'EUR', '€50.50'],
  ['25000', 'BDT', '৳25,000'],
  ['25000', 'UZS', '25,000 so‘m'],
])('drops the decimals of a whole amount on request: %s %s', (amount, currency, text) => {
  expect(seen(formatMoney({ amount, currency }, 'en', { trimZeros: true }))).toBe(text);
});

// Their minor unit is on no coin: a whole amount has no decimals, and another keeps both digits.
test.each([
  ['hy', 'AMD', '5000 ֏', '5000,50 ֏'],
  ['es-CO', 'COP', '$ 5.000', '$ 5.000,50'],
  ['es-CR', 'CRC', '₡5 000', '₡5 000,50'],
  ['hu', 'HUF', '5000 Ft', '5000,50 Ft'],
  ['id', 'IDR', 'Rp 5.000', 'Rp 5.000,50'],
  ['en', 'KHR', '៛5,000', '៛5,000.50'],
  ['ru', 'KZT', '5 000 ₸', '5 000,50 ₸'],
  ['en', 'LAK', '₭5,000', '₭5,000.50'],
  ['en', 'MNT', '₮5,000', '₮5,000.50'],
  ['en', 'PKR', 'Rs 5,000', 'Rs 5,000.50'],
  ['en', 'TZS', 'TSh 5,000', 'TSh 5,000.50'],
  ['en', 'UZS', '5,000 so‘m', '5,000.50 so‘m'],
])('writes for %s no empty decimals of %s: %s', (locale, currency, whole, part) => {
  expect(seen(formatMoney({ amount: '5000.00', currency }, locale))).toBe(whole);
  expect(seen(formatMoney({ amount: '5000.5', currency }, locale))).toBe(part);
});

test('keeps the digits by which a transfer is known', () => {
  expect(formatMoney({ amount: '5000.02', currency: 'KZT' }, 'en')).toBe('₸5,000.02');
});

test.each(['EUR', 'RUB', 'INR', 'KES', 'BRL'])(
  'keeps the decimals of a whole sum of %s',
  (code) => {
    expect(formatMoney({ amount: '5000', currency: code }, 'en')).toMatch(/5,000\.00/);
  },
);

test.each([
  ['en', 'EUR', '€'],
  ['en', 'BDT', '৳'],
  ['es', 'MXN', '$'],
  ['en', 'BTC', 'BTC'],
  ['en', 'POINTS', 'POINTS'],
  ['ru', 'RSD', 'din.'],
  ['en', 'PEN', 'S/'],
  // In Arabic the symbol in Arabic letters
  ['ar', 'EGP', 'ج.م.'],
  ['ar-EG', 'EGP', 'ج.م.'],
  ['ar', 'SAR', 'ر.س.'],
  ['ar', 'PEN', 'S/'],
  ['ar', 'SGD', '$'],
  ['ur', 'EGP', 'E£'],
])('formats for %s the symbol of %s without an amount: %s', (locale, currency, symbol) => {
  expect(seen(formatSymbol(currency, locale))).toBe(symbol);
});

test('keeps a Latin symbol together in right-to-left text', () => {
  expect(formatMoney({ amount: '50', currency: 'GHS' }, 'ar')).toContain('\u2068GH₵\u2069');
  expect(formatMoney({ amount: '50', currency: 'USDT' }, 'ar')).toContain('\u2068USDT\u2069');
});

test('formats large amounts to the last digit', () => {
  const amount = '123456789012345678.25';
  expect(formatMoney({ amount, currency: 'EUR' }, 'en')).toBe('€123,456,789,012,345,678.25');
  expect(formatDecimal('123456789012345678.123456789', 'en')).toBe(
    '123,456,789,012,345,678.123456789',
  );
});

/** The currencies of §3 ("about 90") that players hold. */
const currencies = `
  AED AMD AOA ARS AUD AZN BAM BDT BHD BIF BOB BRL BWP BYN CAD CDF CHF CLP CNY COP CRC CZK DKK DOP DZD
  EGP ETB EUR GBP GEL GHS GNF GTQ HKD HNL HUF IDR ILS INR IQD ISK JMD JOD JPY KES KGS KHR KRW KWD KZT
  LAK LKR MAD MDL MGA MKD MMK MNT MUR MXN MYR MZN NGN NIO NOK NPR NZD OMR PAB PEN PHP PKR PLN PYG QAR
  RON RSD RUB RWF SAR SEK SGD THB TJS TMT TND TRY TWD TZS UAH UGX USD UYU UZS VES VND XAF XOF ZAR ZMW
  BTC ETH LTC USDT TRX USDC TON DOGE BNB QGC QSC`
  .trim()
  .split(/\s+/);
const languages = (Object.keys(locales) as LocaleTag[]).filter((tag) => isComplete(locales[tag]));
function isComplete(row: object): boolean {
  return 'isComplete' in row;
}

test.each(languages)('every currency has its symbol in %s, and its decimals', (language) => {
  const locale = `${language}-u-nu-latn`;
  for (const currency of currencies) {
    const text = formatMoney({ amount: '7.5', currency }, locale);
    const number = /\d(?:[\d.,]*\d)?/.exec(seen(text))?.[0] ?? '';
    expect(seen(text).replace(number, '').trim(), currency).not.toBe('');
    expect(parseAmount(number), currency).toBe(decimalsOf(currency) === 0 ? '8' : '7.5');
    // In right-to-left text every symbol is isolated, whatever its letters.
    const isolated = /\u2068[^\u2068\u2069\d]+\u2069/.test(text);
    expect(isolated, currency).toBe(locales[language].direction === 'rtl');
  }
});
