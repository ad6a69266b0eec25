import { decimalSchema } from '@kassa/contract';
import { expect, test } from 'vitest';
import {
  fromMinorUnits,
  jsonNumber,
  minorUnitsSchema,
  parseJson,
  plainNumberSchema,
  toMinorUnits,
} from './exact-numbers.ts';

test.each([
  ['900719925474099.31', '900719925474099.31'],
  ['12345678901234567', '12345678901234567'],
  ['0.1000', '0.1000'],
  ['5.025E+1', '50.25'],
  ['2e-7', '0.0000002'],
  ['-0.5', '-0.5'],
  ['"50.25"', '50.25'],
])('reads %s exactly', (json, text) => {
  expect(parseJson(`{"list":[{"amount":${json}}]}`)).toEqual({ list: [{ amount: text }] });
  expect(decimalSchema.safeParse(text).success).toBe(true);
});

test.each(['1e400', '1e999999', '0.1234567890123456789', '1234567890123456789'])(
  'gives no amount for %s',
  (json) => {
    expect(decimalSchema.safeParse(parseJson(json)).success).toBe(false);
  },
);

test('reads everything else like JSON.parse, and no JSON as undefined', () => {
  expect(parseJson('{"a":[true,null,"1e2"]}')).toEqual({ a: [true, null, '1e2'] });
  for (const text of ['', '{', 'NaN', '['.repeat(100_000)]) expect(parseJson(text)).toBeUndefined();
});

test.each([
  ['900719925474099.31', '900719925474099.31'],
  ['50.10', '50.10'],
  ['050.25', '50.25'],
  ['-00.5', '-0.5'],
  ['00', '0'],
])('writes a number with exactly its digits: %s as %s', (decimal, json) => {
  expect(decimalSchema.parse(decimal)).toBe(decimal);
  expect(JSON.stringify({ amount: jsonNumber(decimal) })).toBe(`{"amount":${json}}`);
});

test.each([
  ['900719925474099.31', 'EUR', '90071992547409931'],
  ['0.01', 'EUR', '1'],
  ['20', 'EUR', '2000'],
  ['50', 'JPY', '50'],
  ['7.125', 'KWD', '7125'],
  ['0.00000001', 'BTC', '1'],
])('%s %s are %s minor units', (amount, currency, units) => {
  expect(toMinorUnits(amount, currency)).toBe(units);
  expect(minorUnitsSchema.parse(parseJson(units))).toBe(units);
  expect(fromMinorUnits(units, currency)).toBe(amount);
});

test('an amount with more decimals than its currency has no minor units', () => {
  expect(toMinorUnits('50.255', 'EUR')).toBeNull();
  expect(toMinorUnits('50.5', 'JPY')).toBeNull();
  expect(toMinorUnits('50.0', 'JPY')).toBe('50');
});

test("the provider's decimals may differ from the currency's", () => {
  expect(toMinorUnits('50', 'JPY', 2)).toBe('5000');
  expect(fromMinorUnits('5000', 'JPY', 2)).toBe('50');
});

test.each(['20.5', '-1', '1e3', ''])('%j are no minor units', (units) => {
  expect(minorUnitsSchema.safeParse(units).success).toBe(false);
  expect(() => fromMinorUnits(units, 'EUR')).toThrow(RangeError);
});

test('reads a number that is no money as a number', () => {
  expect(plainNumberSchema.parse(parseJson('1800'))).toBe(1800);
  expect(plainNumberSchema.safeParse(parseJson('"soon"')).success).toBe(false);
});
