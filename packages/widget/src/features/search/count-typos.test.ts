import { expect, test } from 'vitest';
import { allowedTypos, countTypos } from './count-typos.ts';

test.each([
  ['bkash', 'bkash', 0],
  ['bik', 'bkash', 1],
  ['bikash', 'bkash', 1],
  ['bkahs', 'bkash', 1],
  ['bkas', 'bkash', 0],
  ['bkasha', 'bkash', 1],
  ['', 'bkash', 0],
  ['kash', 'bkash', 1],
  ['masterkart', 'mastercard', 2],
  ['vsia', 'visa', 1],
])('%j is the beginning of %j with %i typos', (typed, word, typos) => {
  expect(countTypos(typed, word, 2)).toBe(typos);
});

test.each([
  ['bitcoin', 'bkash'],
  ['bikashbikash', 'bkash'],
  ['abc', 'xyz'],
])('%j is another word than %j', (typed, word) => {
  expect(countTypos(typed, word, 1)).toBe(2);
});

test.each([
  [3, 0],
  [4, 1],
  [7, 1],
  [8, 2],
  [40, 2],
])('a search of %i letters may have %i typos', (length, typos) => {
  expect(allowedTypos(length)).toBe(typos);
});
