import { expect, it } from 'vitest';
import { percentOf } from './payment.ts';

it.each([
  ['50.00', 50n, '25.00'],
  ['50.00', 150n, '75.00'],
  ['9.99', 50n, '4.99'],
  ['0.01', 50n, '0.01'],
  ['0.10', 50n, '0.05'],
  ['5', 50n, '2'],
  ['123456789012345678.12', 150n, '185185183518518517.18'],
])('%s at %s percent is %s', (amount, percent, expected) => {
  expect(percentOf(amount, percent)).toBe(expected);
});
