import { expect, it } from 'vitest';
import { divide, isWithin, multiply, percentOf, subtract } from './amounts.ts';

it.each([
  ['50.00', '50', '25.00'],
  ['50.00', '150', '75.00'],
  ['50.00', '1.5', '0.75'],
  ['9.99', '50', '4.99'],
  ['9.99', '2.75', '0.27'],
  ['0.01', '50', '0.01'],
  ['0.10', '50', '0.05'],
  ['5', '50', '2'],
  ['123456789012345678.12', '150', '185185183518518517.18'],
])('%s at %s percent is %s', (amount, percent, expected) => {
  expect(percentOf(amount, percent)).toBe(expected);
});

it.each([
  ['50.00', ['20', '5.125'], '24.875'],
  ['50', ['49.99'], '0.01'],
  ['50', ['20', '30'], null],
  ['123456789012345678.12', ['0.02'], '123456789012345678.10'],
])('%s minus %j is %s', (whole, parts, rest) => {
  expect(subtract(whole, parts)).toBe(rest);
});

it.each([
  ['100', '0.0399', 2, '3.99'],
  ['104.358695', '0.92', 2, '96.01'],
  ['0.05', '0.1', 2, '0.01'],
  ['0.04', '0.1', 2, '0.00'],
  ['7', '1.5', 0, '11'],
  ['123456789012345678.12', '1.000000000000000001', 18, '123456789012345678.243456789012345678'],
])('%s times %s in %i decimals is %s', (one, other, decimals, product) => {
  expect(multiply(one, other, decimals)).toBe(product);
});

it.each([
  ['96.01', '0.92', 6, '104.358695'],
  ['1', '3', 2, '0.33'],
  ['2', '3', 0, '0'],
])('%s divided by %s in %i decimals is %s', (one, other, decimals, quotient) => {
  expect(divide(one, other, decimals)).toBe(quotient);
});

it.each([
  [['0.1', '0.2'], '0.3', true],
  [['0.1', '0.2', '0.000000000000000001'], '0.3', false],
])('%j within %s is %s', (parts, whole, expected) => {
  expect(isWithin(parts, whole)).toBe(expected);
});
