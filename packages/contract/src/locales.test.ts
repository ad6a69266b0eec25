import { expect, test } from 'vitest';
import { resolveLocale } from './locales.ts';

test.each([
  ['en-US', 'en'],
  ['en', 'en'],
  ['AR', 'ar'],
  ['ar-EG', 'ar'],
  ['pt_BR', 'pt'],
  ['hi-Latn-IN', 'hi'],
  ['es-MX', 'es'],
  ['ru-RU-u-nu-latn', 'ru'],
])('takes the language of %s: %s', (requested, tag) => {
  expect(resolveLocale(requested)).toBe(tag);
});

test.each(['', '-', 'xx', 'eng', 'e', 'english', 'constructor', '__proto__', '../en'])(
  'falls back to English for %j',
  (requested) => {
    expect(resolveLocale(requested)).toBe('en');
  },
);
