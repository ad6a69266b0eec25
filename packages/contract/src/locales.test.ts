import { expect, test } from 'vitest';
import { fallbackLocale, locales, resolveLocale, resolveName } from './locales.ts';

test.each(Object.keys(locales))('%s is recognized in any case and spelling', (tag) => {
  expect(resolveLocale(tag)).toBe(tag);
  expect(resolveLocale(tag.toUpperCase())).toBe(tag);
  expect(resolveLocale(` ${tag.replaceAll('-', '_').toLowerCase()} `)).toBe(tag);
});

test('has all languages of §9 and the full locales of §3, in order', () => {
  const named =
    'ar az bn de el en es fil fr hi id it ja kk ko ky mr ms pl pt ro ru sw te tg th tr uk ur uz vi zh';
  const tags = Object.keys(locales);
  expect(tags).toEqual(expect.arrayContaining([...named.split(' '), 'es-MX', 'hi-Latn-IN']));
  expect(tags).toEqual([...tags].sort());
});

test('only Arabic and Urdu read from right to left', () => {
  const rtl = Object.entries(locales).filter(([, { direction }]) => direction === 'rtl');
  expect(rtl.map(([tag]) => tag)).toEqual(['ar', 'ur']);
});

test.each([
  // The four full locales that are kept (§3)
  ['hi-Latn-IN', 'hi-Latn-IN'],
  ['hi_latn_in', 'hi-Latn-IN'],
  ['HI-LATN-IN', 'hi-Latn-IN'],
  ['es-MX', 'es-MX'],
  ['es_mx', 'es-MX'],
  ['hi-IN', 'hi'],
  ['es-ES', 'es'],
  // Any other locale is reduced to its language.
  ['en-US', 'en'],
  ['ar-EG', 'ar'],
  ['pt_BR', 'pt'],
  ['es-AR', 'es'],
  ['es-MX-x-other', 'es'],
  ['hi-Latn', 'hi'],
  ['zh-Hant-TW', 'zh'],
  ['zh_Hans_CN', 'zh'],
  ['ru-RU-u-nu-latn', 'ru'],
  ['fil-PH', 'fil'],
  // Bundle names (§9) mean the Indian and the Mexican locale, but only alone.
  ['in', 'hi-Latn-IN'],
  ['IN', 'hi-Latn-IN'],
  ['mx', 'es-MX'],
  // Codes of older Android versions
  ['in-ID', 'id'],
  ['in_ID', 'id'],
  ['tl', 'fil'],
  ['tl_PH', 'fil'],
])('%s becomes %s', (requested, tag) => {
  expect(resolveLocale(requested)).toBe(tag);
});

test.each([
  '',
  ' ',
  '-',
  '_',
  '-en',
  'xx',
  'mx-MX',
  'eng',
  'e',
  'english',
  '*',
  'null',
  '../en',
  'en/../../secret',
  'ru\u0000',
  'рус',
  '🇷🇺',
  'constructor',
  '__proto__',
  'toString-US',
  'hasOwnProperty',
  'a'.repeat(100_000),
  'ru'.repeat(50_000),
  '-'.repeat(100_000),
])('falls back to English for %.40j', (requested) => {
  expect(resolveLocale(requested)).toBe(fallbackLocale);
});

test('uses the language part of a long tag', () => {
  expect(resolveLocale(`ru-${'x'.repeat(100_000)}`)).toBe('ru');
});

const names = { en: 'Bank transfer', es: 'Transferencia', hi: 'बैंक ट्रांसफ़र', ru: 'Перевод' };

test.each([
  ['ru', 'Перевод'],
  ['ru-RU-u-nu-latn', 'Перевод'],
  ['es-MX', 'Transferencia'],
  ['hi', 'बैंक ट्रांसफ़र'],
  ['hi-Latn-IN', 'Bank transfer'],
  ['ar', 'Bank transfer'],
])('in %s a name is %s', (locale, name) => {
  expect(resolveName(names, locale)).toBe(name);
});

test('a language’s own name comes first', () => {
  expect(resolveName({ ...names, 'es-MX': 'SPEI' }, 'es-MX')).toBe('SPEI');
  expect(resolveName({ ...names, 'hi-Latn-IN': 'Bank se transfer' }, 'hi-Latn-IN')).toBe(
    'Bank se transfer',
  );
});

test('without an English name any name is used', () => {
  expect(resolveName({ ru: 'Перевод' }, 'ar')).toBe('Перевод');
  expect(resolveName({}, 'ar')).toBe('');
});
