import { expect, test } from 'vitest';
import { cleanTyped, normalizeTyped } from './clean-text.ts';

test.each([
  ['number', '१२३४', '1234'],
  ['card', '٤١١١', '4111'],
  ['text', '१२', '१२'],
  ['email', '\u200ea@b.com\u202c', 'a@b.com'],
] as const)('a %s %s becomes the text %s', (category, typed, kept) => {
  expect(cleanTyped(typed, category)).toBe(kept);
});

test.each([
  ['card', ' 4111 1111-1111 1111 ', '4111111111111111'],
  ['account', 'DE89 3704 0044', 'DE8937040044'],
  ['document', ' AB 123456 ', 'AB 123456'],
  ['name', '  Rahim  Uddin ', 'Rahim  Uddin'],
] as const)('the value of the %s %s is %s', (category, typed, value) => {
  expect(normalizeTyped(typed, category)).toBe(value);
});

test('a text is never cut', () => {
  expect(cleanTyped('x'.repeat(500))).toHaveLength(500);
});
