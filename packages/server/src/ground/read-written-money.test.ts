import { expect, test } from 'vitest';
import type { MoneyFormat } from './read-money.ts';
import { readWrittenMoney } from './read-written-money.ts';

const usual: MoneyFormat = { decimalMark: '.', groupMark: 'unstated', isSigned: true };
const german: MoneyFormat = { decimalMark: ',', groupMark: '.', isSigned: true };

const malformed = 'is malformed';
const foreign = (currency: string) => `has a sign of another currency than ${currency}`;

test.each<[MoneyFormat, string, string, string]>([
  [usual, 'EUR', '50.00 €', '50.00'],
  [usual, 'EUR', ' -110.7 €', '-110.7'],
  [usual, 'EUR', '€-110.7', '-110.7'],
  [usual, 'EUR', '- € 110.7', '-110.7'],
  [usual, 'EUR', '110.7- EUR', '-110.7'],
  [usual, 'EUR', '110.7 € -', '-110.7'],
  [usual, 'EUR', '(110.7)', '-110.7'],
  [usual, 'EUR', '(€110.7)', '-110.7'],
  [usual, 'EUR', '€ ( 110.7 )', '-110.7'],
  [usual, 'EUR', '\u2212110.7', '-110.7'],
  [usual, 'EUR', '+110.7 eur', '110.7'],
  [usual, 'EUR', '\u200e110.7\u00a0€', '110.7'],
  [german, 'EUR', '1.234,56-', '-1234.56'],
  [german, 'EUR', '1.234,56 EUR', '1234.56'],
  [usual, 'NGN', '₦1,500.00', '1500.00'],
  [usual, 'NGN', 'NGN 2,300.50', '2300.50'],
  [usual, 'NGN', 'N2,300.50', '2300.50'],
  [usual, 'INR', 'Rs.1,00,000.00', '100000.00'],
  [usual, 'INR', '₹ 50', '50'],
  [usual, 'USD', '$.50', '0.50'],
  [usual, 'MXN', '$ 1,234.50', '1234.50'],
  [usual, 'AUD', '$5', '5'],
  [usual, 'SEK', '5.00 kr', '5.00'],
  [usual, 'DKK', 'kr. 5.00', '5.00'],
  [usual, 'GBP', '£5.00', '5.00'],
  [usual, 'JPY', '¥500', '500'],
  [usual, 'CNY', '¥500', '500'],
  [usual, 'CHF', "CHF 1'000.00", '1000.00'],
  [german, 'BRL', 'R$ 1.234,56', '1234.56'],
  [german, 'PLN', '12,50 zł', '12.50'],
  [german, 'RUB', '12,50 руб.', '12.50'],
  [german, 'TRY', '12,50 TL', '12.50'],
  [german, 'UZS', '12,50 soʻm', '12.50'],
  [usual, 'XOF', 'F\u202fCFA 500', '500'],
  [usual, 'USDT', '25.123456 USDT', '25.123456'],
  [usual, 'EUR', '$50.00', foreign('EUR')],
  [usual, 'USD', '50.00 EUR', foreign('USD')],
  [usual, 'BRL', '$50.00', foreign('BRL')],
  [usual, 'EUR', '£50.00', foreign('EUR')],
  [usual, 'ZAR', 'R$ 50.00', foreign('ZAR')],
  [usual, 'EUR', '€1.000', "may be 1 or 1000: state groupMark in the account's format"],
  [usual, 'EUR', '(1.005)', 'has more decimals than EUR'],
  [usual, 'EUR', '50.00 EURO', '50.00'],
  [usual, 'EUR', '50.00 EUROS', malformed],
  [usual, 'SEK', 'kr.50', '50'],
  [usual, 'ZAR', 'R.50', malformed],
  [usual, 'EUR', 'EUR.50', malformed],
  [usual, 'EUR', '--5', malformed],
  [usual, 'EUR', '-5-', malformed],
  [usual, 'EUR', '(-5)', malformed],
  [usual, 'EUR', '-(5)', malformed],
  [usual, 'EUR', '((5))', malformed],
  [usual, 'EUR', '(5', malformed],
  [usual, 'EUR', '€', malformed],
  [usual, 'EUR', '-', malformed],
  [usual, 'EUR', '', malformed],
  [usual, 'EUR', '5 5', malformed],
  [usual, 'EUR', '5€5', malformed],
  [usual, 'EUR', '1\n234', malformed],
])('in the format %o, %s %s is %s', (format, currency, text, expected) => {
  const read = readWrittenMoney(text, currency, format);
  expect('problem' in read ? read.problem : read.amount).toBe(expected);
});

test('a text longer than any amount is malformed', () => {
  for (const part of ['€', '(', '1 ', '- ']) {
    expect(readWrittenMoney(part.repeat(500_000), 'EUR', usual)).toEqual({ problem: malformed });
  }
});
