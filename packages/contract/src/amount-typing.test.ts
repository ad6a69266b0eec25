import { expect, test } from 'vitest';
import { parseAmount } from './amount.ts';
import { editAmount, type TypedAmount } from './amount-edit.ts';
import { formatForInput, readPasted, showAmount, type TypingRules } from './amount-typing.ts';

const inEnglish = (currency: string, max = '0') => ({ currency, locale: 'en', max });

/** Types the keys one by one, and returns what the input shows and what is paid. */
function typeAll(keys: string, rules: TypingRules) {
  let typed: TypedAmount = { text: '' };
  for (const key of keys) {
    const shown = showAmount(typed.text, rules);
    const edit = { after: shown + key, caret: shown.length + 1, kind: 'typed' } as const;
    typed = editAmount(typed, edit, rules);
  }
  const { text, refusal } = typed;
  return { shown: showAmount(text, rules), amount: parseAmount(text), refusal };
}

test.each([
  // The language's own mark is decimal.
  ['en-GB', 'GBP', '1.000', '1.00', '1'],
  ['pt-BR', 'BRL', '1,5', '1,5', '1.5'],
  // The other one is decimal, as some keypads have no other, while at most two digits follow …
  ['pt-BR', 'BRL', '1.5', '1,5', '1.5'],
  ['pt-BR', 'BRL', '1.50', '1,50', '1.5'],
  ['en-GB', 'GBP', '1,00', '1.00', '1'],
  // … and a third makes it a thousands separator.
  ['pt-BR', 'BRL', '1.500', '1.500', '1500'],
  ['es-CO', 'COP', '50.000', '50.000', '50000'],
  ['en-GB', 'GBP', '1,000', '1,000', '1000'],
  ['pt-BR', 'BRL', '1.234.567,89', '1.234.567,89', '1234567.89'],
  ['en-GB', 'GBP', '1,234,567.89', '1,234,567.89', '1234567.89'],
  ['en-IN', 'INR', '1,00,000', '1,00,000', '100000'],
  ['en-IN', 'INR', '12,34,567.50', '12,34,567.50', '1234567.5'],
  ['en-GB', 'GBP', '12,50,', '12.50', '12.5'],
  // A fraction of one stays a fraction, and so do three decimals of a coin or a dinar.
  ['pt-BR', 'BRL', '0.125', '0,12', '0.12'],
  ['pt-BR', 'BTC', '0.125', '0,125', '0.125'],
  ['pt-BR', 'BTC', '1.125', '1,125', '1.125'],
  ['en', 'KWD', '1,500', '1.500', '1.5'],
  // Without decimals both marks group.
  ['en', 'JPY', '1.500', '1,500', '1500'],
  ['de', 'JPY', '1,500', '1.500', '1500'],
  ['en', 'JPY', '1,500,000', '1,500,000', '1500000'],
  // Anything else isn't a whole amount, and can't be paid.
  ['en', 'JPY', '1.5', '1.5', '1.5'],
  ['en', 'JPY', '100,00', '100.00', '100'],
  ['en', 'JPY', '0.125', '0.12', '0.12'],
  // A second mark says what the first one was.
  ['en', 'KWD', '1,234.567', '1,234.567', '1234.567'],
  ['pt-BR', 'BTC', '1.234,5', '1.234,5', '1234.5'],
  // Spaces and apostrophes group.
  ['ru', 'RUB', '1 500,75', '1\u00a0500,75', '1500.75'],
  ['de-CH', 'CHF', '1’500.50', "1'500.50", '1500.5'],
  // The Arabic decimal mark is never another mark.
  ['ar-EG', 'EGP', '١٬٢٣٤٫٥', '1,234.5', '1234.5'],
  ['pt-BR', 'BRL', '1٫234', '1,23', '1.23'],
])('in %s, in %s: %s typed shows %s and pays %s', (locale, currency, keys, shown, amount) => {
  expect(typeAll(keys, { locale, currency, max: '0' })).toMatchObject({ shown, amount });
});

test.each([
  // Two different marks with three digits between them: the last is decimal.
  ['en', 'BRL', '1.234,', '1,234.', '1234'],
  ['en', 'BRL', '1.234,56', '1,234.56', '1234.56'],
  ['pt-BR', 'BRL', '1,234.56', '1.234,56', '1234.56'],
  ['en', 'KWD', '1.234,567', '1,234.567', '1234.567'],
  ['en', 'BTC', '1.234,5', '1,234.5', '1234.5'],
  // It is decimal for good: a third digit behind it is refused.
  ['en', 'BRL', '1.234,567', '1,234.56', '1234.56'],
  // Anything else stays the lower amount.
  ['en', 'BRL', '1.23,4', '1.23', '1.23'],
  ['en', 'BRL', '1.2345,6', '1.23', '1.23'],
  ['en', 'BRL', '1.234.567', '1.23', '1.23'],
  ['en', 'BRL', '1.234.,5', '1.23', '1.23'],
  ['en', 'BRL', '0.125,5', '0.12', '0.12'],
  ['en', 'BRL', '1234.567,8', '1,234.56', '1234.56'],
])(
  'in %s, in %s: a second mark in %s shows %s and pays %s',
  (locale, currency, keys, shown, amount) => {
    expect(typeAll(keys, { locale, currency, max: '0' })).toMatchObject({ shown, amount });
  },
);

test.each([
  ['1.500', 'BRL', { kind: 'decimals', digits: '0' }],
  ['1.5004', 'BRL', { kind: 'decimals', digits: '04' }],
  ['0.125', 'JPY', { kind: 'decimals', digits: '5' }],
  ['1.5.', 'BRL', { kind: 'mark', digits: '' }],
  ['1.5,', 'BRL', { kind: 'mark', digits: '' }],
  ['.', 'BRL', { kind: 'firstMark', digits: '' }],
  ['5k', 'BRL', { kind: 'character', digits: '' }],
  ['-', 'BRL', { kind: 'character', digits: '' }],
  // Gone with the next accepted key
  ['1.5.0', 'BRL', undefined],
  ['5k0', 'BRL', undefined],
  // These say nothing, and mean nothing.
  ['$5 0', 'BRL', undefined],
])('what was refused of %s typed in %s', (keys, currency, refusal) => {
  expect(typeAll(keys, inEnglish(currency)).refusal).toEqual(refusal);
});

test.each([
  ['50', 'EUR', '50'],
  ['50,5', 'EUR', '50.5'],
  ['50.', 'EUR', '50.'],
  ['50.555', 'EUR', '50.55'],
  ['1.0005', 'KWD', '1.000'],
  ['0.123456789', 'BTC', '0.12345678'],
  // Neither a mark nor a second zero starts an amount.
  ['.', 'EUR', ''],
  ['.25', 'EUR', '25'],
  ['0050', 'EUR', '50'],
  ['00.5', 'EUR', '0.5'],
  ['5a0-', 'EUR', '50'],
  // A second mark was typed by mistake.
  ['50.5.', 'EUR', '50.5'],
  ['50.55,', 'EUR', '50.55'],
  ['50,,5', 'EUR', '50.5'],
  ['5.0.5', 'EUR', '5.05'],
  // Digits of other scripts
  ['٥٠٫٥', 'EUR', '50.5'],
  ['١٬٢٣٤', 'EUR', '1,234'],
  ['۵۰', 'EUR', '50'],
  ['१५००', 'INR', '1,500'],
  ['১৫০০.৫', 'BDT', '1,500.5'],
  ['๑๕๐๐', 'THB', '1,500'],
  ['５０００．５', 'CNY', '5,000.5'],
])('%s typed in %s shows %s', (keys, currency, shown) => {
  expect(typeAll(keys, inEnglish(currency)).shown).toBe(shown);
});

test.each([
  ['5000', '500000', '50,000'],
  ['5000', '50000.25', '50,000.25'],
  ['0.5', '123', '12'],
  // A third digit would make this a longer amount than the highest one.
  ['500', '12,345', '12.34'],
  // Unknown maximum: as many digits as an amount can have
  ['0', '9'.repeat(20), '999,999,999,999,999,999'],
  ['0.00', '123456', '123,456'],
])('with a maximum of %s, %s typed shows %s', (max, keys, shown) => {
  expect(typeAll(keys, inEnglish('EUR', max)).shown).toBe(shown);
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
  // Three digits after a single mark are thousands, unless it is the language's decimal mark.
  ['2,500', 'EUR', '2500'],
  ['2.500', 'EUR', '2.50'],
  ['1,000', 'JPY', '1000'],
  ['1.000', 'JPY', '1000'],
  // Nothing else groups: the lower amount is the safe one.
  ['1000.00', 'JPY', '1000'],
  ['1234,567', 'EUR', '1234.56'],
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
  ['$.50', 'USD', '0.50'],
  ['$50', 'USD', '50'],
  ['Rs.500', 'INR', '500'],
  // More than one amount, or none
  ['10-20', 'EUR', ''],
  ['10 20', 'EUR', ''],
  ['2 x 500', 'EUR', ''],
  ['1e6', 'EUR', ''],
  ['nothing', 'EUR', ''],
  // A digit of a script that no player's keyboard has
  ['.𑛀٫٠', 'EUR', ''],
])('pasted, %j in %s is %s', (pasted, currency, kept) => {
  expect(readPasted(pasted, inEnglish(currency)).text).toBe(kept);
});

test.each([
  ['pt-BR', '1.500', '1500'],
  ['pt-BR', '1.50', '1,50'],
  ['pt-BR', '2,500', '2,50'],
  ['pt-BR', '0.125', '0,12'],
  ['ar-MA', '١٫٢٣٤', '1,23'],
])('in %s, %s pasted in euros is %s', (locale, pasted, kept) => {
  expect(readPasted(pasted, { currency: 'EUR', locale, max: '0' }).text).toBe(kept);
});

test.each([
  ['1.500', 'BRL', true],
  ['1,500.00', 'BRL', false],
  ['1.50', 'JPY', true],
  // A cut integer part is above the highest amount.
  ['500000.255', 'BRL', false],
])('whether decimals were cut from %s pasted in %s: %s', (pasted, currency, isCut) => {
  expect(readPasted(pasted, inEnglish(currency, '5000')).isCut).toBe(isCut);
});

test('a pasted amount has at most one digit more than the highest one', () => {
  expect(readPasted('500000.25', inEnglish('EUR', '5000')).text).toBe('50000.25');
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
