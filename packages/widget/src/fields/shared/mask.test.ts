import { expect, test } from 'vitest';
import { fitsMask, normalizeMasked, readMask } from './mask.ts';

test.each([
  ['Number', '1234.5', '1234.5'],
  ['Number', '1.234,56', '1234.56'],
  ['Number', 'much', 'much'],
  ['Number', '', ''],
  ['Date', ' 31.12.1990 ', '31.12.1990'],
  ['Date', '31/12/1990', '31.12.1990'],
  ['Date', '5.1.1990', '05.01.1990'],
  ['Date', '५.१.१९९०', '05.01.1990'],
  ['00-00-00', ' 123456 ', '123456'],
  ['00-00-00', '12–34\u202f56', '123456'],
  ['00-00-00', '12/34.56', '123456'],
  ['**-**', 'a/b.', 'a/b.'],
  ['(00) 00', '(12) 34', '1234'],
  ['+7 000', '+7 123', '123'],
  ['+7 000', '7 12', '712'],
  ['{RU}000', 'RU123', 'RU123'],
])('under the mask %s the text %s is %s', (mask, text, value) => {
  expect(normalizeMasked(text, readMask(mask))).toBe(value);
});

test.each([
  ['00-00', '123', true],
  ['00-00', '12345', false],
  ['00-00', '12a', false],
  ['aa00 [**]', 'DE8', true],
  ['aa00 [**]', 'DE891', true],
  ['aa00 [**]', 'DE89123', false],
  ['0[0]a', '1b', true],
  ['0[0]a', '12b', true],
  ['0[0]a', '123', false],
  ['{RU}00', 'RU12', true],
  ['{RU}00', '12', true],
  ['{RU}00', 'RUS', false],
  ['\\00', '0', true],
  ['\\00', '00', false],
  ['[****][****][****][****][****][****][****][****]', 'x'.repeat(40), false],
  ['Number', '1234.56', true],
  ['Number', '1234.567', false],
  ['Number', '12 apples', false],
])('the mask %s takes the value %s: %s', (mask, value, takes) => {
  expect(fitsMask(value, readMask(mask))).toBe(takes);
});
