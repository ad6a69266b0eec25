import { expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { formatForInput, limitTyping, takeKey } from './amount-typing.ts';

const inEnglish = (currency: string, max = '0') => ({ currency, locale: 'en', max });

test.each([
  ['50', 'EUR', '50'],
  ['50,5', 'EUR', '50.5'],
  ['50.', 'EUR', '50.'],
  ['50.555', 'EUR', '50.55'],
  ['50.5', 'JPY', '50'],
  ['1.0005', 'KWD', '1.000'],
  ['0.123456789', 'BTC', '0.12345678'],
  ['.', 'EUR', ''],
  // The 5 of 5.25 was deleted: the rest must not become 25.
  ['.25', 'EUR', '0.25'],
  ['0050', 'EUR', '50'],
  ['00', 'EUR', '0'],
  ['00.5', 'EUR', '0.5'],
  ['5a0-', 'EUR', '50'],
  // A second mark was typed by mistake.
  ['50.5.', 'EUR', '50.5'],
  ['50.55,', 'EUR', '50.55'],
  ['5.0.5', 'EUR', '5.05'],
  ['', 'EUR', ''],
])('%s in %s becomes %s', (typed, currency, kept) => {
  expect(limitTyping(typed, inEnglish(currency))).toBe(kept);
});

test.each([
  ['٥٠٫٥', 'EUR', '50.5'],
  ['١٬٢٣٤', 'EUR', '1234'],
  ['۵۰', 'EUR', '50'],
  ['१५००', 'INR', '1500'],
  ['১৫০০.৫', 'BDT', '1500.5'],
  ['๑๕๐๐', 'THB', '1500'],
  ['５０００．５', 'CNY', '5000.5'],
])('converts digits of other scripts to Latin: %s in %s is %s', (typed, currency, kept) => {
  expect(limitTyping(typed, inEnglish(currency))).toBe(kept);
  expect(limitTyping(typed, inEnglish(currency), { isPasted: true })).toBe(kept);
});

test.each([
  ['1,000,000', 'EUR', '1000000'],
  ['1,00,000', 'INR', '100000'],
  ['12,34,567.89', 'INR', '1234567.89'],
  ['1.234,56', 'EUR', '1234.56'],
  ['1,234.56', 'EUR', '1234.56'],
  ['1234,567.89', 'EUR', '1234567.89'],
  ['1 234 567,5', 'EUR', '1234567.5'],
  ['1’234.50', 'CHF', '1234.50'],
  ['١٬٢٣٤٫٥', 'EUR', '1234.5'],
  // Three digits after a single mark are thousands.
  ['2,500', 'EUR', '2500'],
  ['2.500', 'EUR', '2500'],
  ['1,000', 'JPY', '1000'],
  // They are decimals after a zero, or in a currency with three or more (fils, satoshi).
  ['2,500', 'KWD', '2.500'],
  ['1.125', 'BTC', '1.125'],
  ['0,125', 'EUR', '0.12'],
  ['2,50', 'EUR', '2.50'],
  // Currency signs and words around the amount
  ['Rs. 500', 'INR', '500'],
  ['रु. 1,00,000.50', 'INR', '100000.50'],
  ['R$ 1.234,56', 'BRL', '1234.56'],
  ['1,234.50 د.إ.\u200f', 'AED', '1234.50'],
  ['25 000 so‘m', 'UZS', '25000'],
  ['500.', 'EUR', '500'],
  ['.05', 'BTC', '0.05'],
  ['nothing', 'EUR', ''],
])('pasted, %j in %s is %s', (pasted, currency, kept) => {
  expect(limitTyping(pasted, inEnglish(currency), { isPasted: true })).toBe(kept);
});

test.each([
  ['en', '50,5', '50.5'],
  ['ru', '50.5', '50,5'],
  ['es', '1234,56', '1234,56'],
  ['es-MX', '50,5', '50.5'],
  ['pt-BR', '50.', '50,'],
  ['ar-u-nu-latn', '50,5', '50.5'],
  // Between Arabic digits the decimal mark differs; ours are Latin digits.
  ['ar-EG', '٥٠٫٥', '50.5'],
  ['hi', '50,5', '50.5'],
])('in %s, %s is kept as %s and parsed to the same amount', (locale, typed, kept) => {
  expect(limitTyping(typed, { currency: 'EUR', locale, max: '0' })).toBe(kept);
  expect(parseAmount(kept)).toBe(parseAmount(typed));
});

test.each([
  ['5000', '50000', '50000'],
  ['5000', '500000.25', '50000.25'],
  ['5000.50', '500000', '50000'],
  ['0.5', '123', '12'],
  // Unknown maximum: as many digits as an amount can have
  ['0', '9'.repeat(20), '9'.repeat(18)],
  ['0.00', '123456', '123456'],
])('with a maximum of %s, %s becomes %s', (max, typed, kept) => {
  expect(limitTyping(typed, inEnglish('EUR', max))).toBe(kept);
});

test.each([
  // Accepted
  ['', '5', '5'],
  ['5', '50', '50'],
  ['50', '50.', '50.'],
  ['50', '50,', '50.'],
  ['50.2', '50.25', '50.25'],
  ['4999', '49.99', '49.99'],
  ['5', '٥5', '55'],
  ['0', '00', '0'],
  ['0', '05', '5'],
  // Not part of an amount
  ['50', '50a', '50'],
  ['50.', '50.-', '50.'],
  ['50.', '50a.', '50.'],
  ['50', '5 0', '50'],
  // A mark at the start, or a second mark at any position
  ['', '.', ''],
  ['5', '.5', '5'],
  ['50.5', '50.5.', '50.5'],
  ['123.45', '1.23.45', '123.45'],
  // A third decimal, or a decimal that would push out another
  ['50.25', '50.255', '50.25'],
  ['50.25', '50.925', '50.25'],
  // More digits than the highest amount's plus one, or a digit that would push out another
  ['50000', '500001', '50000'],
  ['50000', '150000', '50000'],
])('a key changes %j to %j: the input keeps %j', (before, after, kept) => {
  expect(takeKey(before, after, inEnglish('EUR', '5000'))).toBe(kept);
});

test('rejects a mark if the currency has no decimals', () => {
  expect(takeKey('50', '50.', inEnglish('JPY'))).toBe('50');
  expect(takeKey('50', '5.0', inEnglish('JPY'))).toBe('50');
});

test.each([
  ['en', 'EUR', '500', '500'],
  ['en', 'EUR', '500.00', '500'],
  ['en', 'EUR', '500.5', '500.50'],
  ['en', 'EUR', '33.335', '33.34'],
  ['ru', 'RUB', '1234567.5', '1234567,50'],
  ['ar-EG', 'EGP', '1234.5', '1234.50'],
  ['hi', 'INR', '123456.25', '123456.25'],
  ['en', 'JPY', '1500.4', '1500'],
  ['en', 'KWD', '1.5', '1.500'],
  ['en', 'BTC', '0.02500000', '0.025'],
  ['de', 'BTC', '0.00000001', '0,00000001'],
  ['en', 'QSC', '30.50', '30.5'],
  ['en', 'EUR', '9007199254740993.25', '9007199254740993.25'],
])('in %s a prefilled amount of %s %s is written as %s', (locale, currency, amount, text) => {
  expect(formatForInput(amount, { currency, locale })).toBe(text);
});
