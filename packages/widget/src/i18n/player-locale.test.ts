import { expect, test } from 'vitest';
import { resolvePlayerLocale } from './player-locale.ts';

test.each([
  ['en-IN', 'en', 'en-IN-u-nu-latn', 'ltr'],
  ['ar_EG', 'ar', 'ar-EG-u-nu-latn', 'rtl'],
  ['fr-CA', 'en', 'en-u-nu-latn', 'ltr'],
  ['ru', 'ru', 'ru-u-nu-latn', 'ltr'],
  ['???', 'en', 'en-u-nu-latn', 'ltr'],
])('%s is %s, formats as %s and reads %s', (requested, tag, format, direction) => {
  expect(resolvePlayerLocale(requested)).toEqual({ tag, format, direction });
});
