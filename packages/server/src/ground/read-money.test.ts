import { expect, test } from 'vitest';
import { jsonFormat, type MoneyFormat, readMoney, xmlFormat } from './read-money.ts';

const usual: MoneyFormat = { decimalMark: '.', groupMark: 'unstated', isSigned: true };
const german: MoneyFormat = { decimalMark: ',', groupMark: '.', isSigned: true };
const spaced: MoneyFormat = { decimalMark: '.', groupMark: ' ', isSigned: true };

const malformed = 'is malformed';
const tooFine = (currency: string) => `has more decimals than ${currency}`;
const twoReadings = (one: string, other: string) =>
  `may be ${one} or ${other}: state groupMark in the account's format`;

const grouped: MoneyFormat = { decimalMark: '.', groupMark: ',', isSigned: true };
const comma: MoneyFormat = { decimalMark: ',', groupMark: 'unstated', isSigned: true };

const formats = { usual, german, spaced, grouped, comma, xml: xmlFormat, json: jsonFormat };

/** Currencies with no, two, three and eight decimals. */
test.each<[keyof typeof formats, string, string, string]>([
  ['usual', 'JPY', '10', '10'],
  ['usual', 'JPY', '10.00', '10'],
  ['usual', 'JPY', '10.000', twoReadings('10', '10000')],
  ['usual', 'JPY', '10.0000', '10'],
  ['usual', 'JPY', '10.5', tooFine('JPY')],
  ['usual', 'EUR', '1.00', '1.00'],
  ['usual', 'EUR', '1.000', twoReadings('1', '1000')],
  ['usual', 'EUR', '1.250', twoReadings('1.25', '1250')],
  ['usual', 'EUR', '999.000', twoReadings('999', '999000')],
  ['usual', 'EUR', '1000.000', '1000.00'],
  ['usual', 'EUR', '0.000', '0.00'],
  ['usual', 'EUR', '1.005', tooFine('EUR')],
  ['usual', 'EUR', '-1.50', '-1.50'],
  ['usual', 'EUR', '- 1.50', '-1.50'],
  ['usual', 'EUR', '\u22121.50', '-1.50'],
  ['usual', 'EUR', '+1.50', '1.50'],
  ['usual', 'EUR', '1,50', malformed],
  ['usual', 'EUR', '1.000.000', malformed],
  ['usual', 'EUR', '1,000.00', '1000.00'],
  ['usual', 'EUR', '1,000.000', '1000.00'],
  ['usual', 'EUR', '1,000,000', '1000000'],
  ['usual', 'EUR', '1,000', malformed],
  ['usual', 'EUR', '0,500.00', malformed],
  ['usual', 'EUR', '1,00.00', malformed],
  ['usual', 'EUR', "1'000", '1000'],
  ['usual', 'EUR', '1\u2019234\u2019567.8', '1234567.8'],
  ['usual', 'EUR', '1 000', '1000'],
  ['usual', 'EUR', "1 000'000", malformed],
  ['usual', 'INR', '1,00,000.00', '100000.00'],
  ['usual', 'INR', '12,34,56,789', '123456789'],
  ['usual', 'INR', '1,00,00.00', malformed],
  ['usual', 'INR', '123,45,678.00', malformed],
  ['grouped', 'INR', '1,00,000', '100000'],
  ['grouped', 'EUR', '1,000', '1000'],
  ['grouped', 'EUR', '0,500', malformed],
  ['grouped', 'EUR', '1 000', malformed],
  ['comma', 'EUR', '1.234,56', '1234.56'],
  ['comma', 'EUR', '1.234', malformed],
  ['comma', 'EUR', '1 234,5', '1234.5'],
  ['comma', 'EUR', '1,00,000', malformed],
  ['usual', 'KWD', '1.5', '1.5'],
  ['usual', 'KWD', '1.500', twoReadings('1.5', '1500')],
  ['usual', 'KWD', '1.234', twoReadings('1.234', '1234')],
  ['usual', 'KWD', '1.2345', tooFine('KWD')],
  ['usual', 'BTC', '0.12345678', '0.12345678'],
  ['usual', 'BTC', '1.125', twoReadings('1.125', '1125')],
  ['usual', 'BTC', '0.123456789', tooFine('BTC')],
  ['german', 'JPY', '10.000', '10000'],
  ['german', 'JPY', '10.00', malformed],
  ['german', 'EUR', '1.000', '1000'],
  ['german', 'EUR', '1.000,00', '1000.00'],
  ['german', 'EUR', '1,000', '1.00'],
  ['german', 'EUR', '1,005', tooFine('EUR')],
  ['german', 'EUR', '1.00', malformed],
  ['german', 'KWD', '1.234,567', '1234.567'],
  ['german', 'BTC', '1.234,12345678', '1234.12345678'],
  ['spaced', 'EUR', '1\u00a0234\u202f567.8', '1234567.8'],
  ['spaced', 'EUR', '1.000', '1.00'],
  ['spaced', 'KWD', '1 000.250', '1000.250'],
  ['spaced', 'EUR', '12 34', malformed],
  ['xml', 'EUR', '104.000', '104.00'],
  ['xml', 'EUR', '104.004', tooFine('EUR')],
  ['xml', 'VND', '500.000', '500'],
  ['xml', 'KWD', '1.000', '1.000'],
  ['xml', 'BTC', '1.000', '1.000'],
  ['xml', 'EUR', '+5.', '5'],
  ['xml', 'EUR', '.5', '0.5'],
  ['xml', 'EUR', ' 5 ', '5'],
  ['xml', 'EUR', '-5', malformed],
  ['json', 'EUR', '50.000', '50.00'],
  ['json', 'EUR', '-5', '-5'],
  ['json', 'UZS', '150000.005', tooFine('UZS')],
  ['json', 'USDT', '25.123456', '25.123456'],
])('in the format %s, %s %s is %s', (format, currency, text, expected) => {
  const read = readMoney(text, currency, formats[format]);
  expect('problem' in read ? read.problem : read.amount).toBe(expected);
});

test.each(['', ' ', '.', '+', '-', '--5', '1e3', '0x10', 'NaN', '٥', '€5', '5 EUR', '1\n2'])(
  'the text "%s" is no amount in any format',
  (text) => {
    for (const format of Object.values(formats)) {
      expect(readMoney(text, 'EUR', format)).toEqual({ problem: malformed });
    }
  },
);

test('amounts have 18 digits before the decimal mark at most, besides zeros', () => {
  expect(readMoney('0000123456789012345678.10', 'EUR', xmlFormat)).toEqual({
    amount: '123456789012345678.10',
  });
  expect(readMoney('1234567890123456789', 'EUR', xmlFormat)).toEqual({ problem: malformed });
});
