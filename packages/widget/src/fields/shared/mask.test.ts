import { expect, test } from 'vitest';
import { normalizeMasked, readMask } from './mask.ts';

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
