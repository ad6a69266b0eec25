import { expect, test } from 'vitest';
import { directionOf, formatRequisite, plainRequisite } from './format-requisite.ts';

test.each([
  ['card', '8600140441235071', '8600 1404 4123 5071'],
  ['card', '8600-1404-4123-5071', '8600 1404 4123 5071'],
  ['card', '8600 **** **** 5071', '8600 **** **** 5071'],
  ['card', 'ask the agent!', 'ask the agent!'],
  ['iban', 'DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'],
  ['phone', '+880 1812-345678', '+880 1812-345678'],
  ['phone', '+998901234567', '+998 901 234 567'],
  ['account', '40817810099910004312', '4081 7810 0999 1000 4312'],
  ['account', '01234567', '01234567'],
  ['account', '19-2000145399', '19-2000145399'],
  ['vpa', 'northline@okaxis', 'northline@okaxis'],
  [undefined, '8600140441235071', '8600140441235071'],
])('%s: %s', (type, value, shown) => {
  expect(formatRequisite({ type, value })).toBe(shown);
});

test.each([
  ['card', '8600 1404-4123 5071', '8600140441235071'],
  ['card', 'ask the agent!', 'ask the agent!'],
  ['iban', 'DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['phone', '+998 (90) 123-45-67', '+998901234567'],
  ['phone', '90 123 ext. 4', '90 123 ext. 4'],
  ['account', '4081 7810 0999', '408178100999'],
  ['account', '19-2000145399', '19-2000145399'],
  [undefined, 'KS-7Q2M-41XK', 'KS-7Q2M-41XK'],
])('%s %s is copied as %s', (type, value, plain) => {
  expect(plainRequisite({ type, value })).toBe(plain);
});

test.each([
  ['iban', 'DE89370400440532013000', 'ltr'],
  ['phone', '+880 1812-345678', 'ltr'],
  [undefined, '+998 90 123-45-67', 'ltr'],
  [undefined, 'شركة الدفع', 'auto'],
])('%s %s runs %s', (type, value, direction) => {
  expect(directionOf({ type, value })).toBe(direction);
});
