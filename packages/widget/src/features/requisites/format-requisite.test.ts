import { expect, test } from 'vitest';
import { directionOf, formatRequisite } from './format-requisite.ts';

test.each([
  ['card', '8600140441235071', '8600 1404 4123 5071'],
  ['card', '8600-1404-4123-5071', '8600 1404 4123 5071'],
  ['card', '8600 **** **** 5071', '8600 **** **** 5071'],
  ['card', 'ask the agent!', 'ask the agent!'],
  ['iban', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['phone', '+880 1812-345678', '+880 1812-345678'],
  [undefined, '8600140441235071', '8600140441235071'],
])('%s: %s', (type, value, shown) => {
  expect(formatRequisite({ type, value })).toBe(shown);
});

test.each([
  ['iban', 'DE89370400440532013000', 'ltr'],
  ['phone', '+880 1812-345678', 'ltr'],
  [undefined, '+998 90 123-45-67', 'ltr'],
  [undefined, 'شركة الدفع', 'auto'],
])('%s %s runs %s', (type, value, direction) => {
  expect(directionOf({ type, value })).toBe(direction);
});
