import { expect, test } from 'vitest';
import { chargedSum, feeOf } from './fee.ts';

test.each([
  ['none', undefined, '100', 'EUR', '0'],
  ['no fee', {}, '100', 'EUR', '0'],
  ['a percentage', { percent: '1.5' }, '100', 'EUR', '1.5'],
  ['a fixed part', { fixed: { EUR: '0.30' } }, '100', 'EUR', '0.3'],
  ['both', { percent: '2', fixed: { EUR: '0.3' } }, '100', 'EUR', '2.3'],
  ['a fixed part in another currency', { fixed: { USD: '0.30' } }, '100', 'EUR', '0'],
  ['the name of an object’s own property as currency', { fixed: {} }, '100', 'constructor', '0'],
  // Rounded up once, in the currency's own decimals
  ['a fraction of a cent', { percent: '1.5' }, '0.01', 'EUR', '0.01'],
  ['two fractions', { percent: '1', fixed: { EUR: '0.001' } }, '0.1', 'EUR', '0.01'],
  ['a fraction of a yen', { percent: '1.5' }, '1001', 'JPY', '16'],
  ['fils', { percent: '1.5' }, '1.001', 'KWD', '0.016'],
  ['satoshi', { percent: '0.1' }, '0.00000001', 'BTC', '0.00000001'],
  // As floats, 1.1 * 3 / 100 is 0.033000000000000004, which would cost a cent more.
  ['no rounding error of floats', { percent: '3' }, '1', 'EUR', '0.03'],
  ['no rounding error of a product', { percent: '1.1' }, '300', 'EUR', '3.3'],
  ['the smallest percentage', { percent: '0.000000000000000001' }, '0.01', 'EUR', '0.01'],
  ['a large amount', { percent: '1' }, '900719925474099300.01', 'EUR', '9007199254740993.01'],
])('the fee of a method with %s', (_, fee, amount, currency, expected) => {
  expect(feeOf({ fee }, amount, currency)).toBe(expected);
});

test('the charged sum is the amount and the fee', () => {
  expect(chargedSum({ fee: { percent: '1.5' } }, '5000', 'RUB')).toBe('5075');
  expect(chargedSum({}, '5000', 'RUB')).toBe('5000');
});
