import { expect, test } from 'vitest';
import { isDate, normalizeMasked, readMask } from './mask.ts';

test.each([
  ['Number', '1234.5', '1234.5'],
  ['Number', '1.234,56', '1234.56'],
  ['Number', 'much', 'much'],
  ['Number', '', ''],
  ['Date', ' 31.12.1990 ', '31.12.1990'],
  ['Date', '31/12/1990', '31.12.1990'],
  ['00-00-00', ' 123456 ', '123456'],
])('under the mask %s the text %s is %s', (mask, text, value) => {
  expect(normalizeMasked(text, readMask(mask))).toBe(value);
});

test.each([
  ['31.12.1990', true],
  ['29.02.2024', true],
  ['29.02.2023', false],
  ['31.04.2020', false],
  ['31.12.1899', false],
  ['31.12.99', false],
  ['31.12.', false],
  ['', false],
])('%s is a date: %s', (text, is) => {
  expect(isDate(text)).toBe(is);
});
