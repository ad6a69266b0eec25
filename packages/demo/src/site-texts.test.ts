import { expect, it } from 'vitest';
import { siteFormatOf, siteLanguageOf } from './site-texts.ts';

it.each([
  ['es-CO', 'es'],
  ['es-MX', 'es'],
  ['PT-br', 'pt'],
  ['hi-Latn-IN', 'en'],
  ['de', 'en'],
  ['es_CO', 'en'],
  ['', 'en'],
])('for the cashier’s %j the site is in %s', (locale, language) => {
  expect(siteLanguageOf(locale)).toBe(language);
});

it.each([
  ['es-CO', 'de', 'es-CO-u-ca-gregory-nu-latn'],
  ['en', 'in', 'en-IN-u-ca-gregory-nu-latn-x-num-hi-IN'],
  ['ar', undefined, 'ar-u-ca-gregory-nu-latn'],
  ['hi-Latn-IN', 'de', 'en-IN-u-ca-gregory-nu-latn-x-num-hi-Latn-IN'],
  ['de', 'de', 'en-DE-u-ca-gregory-nu-latn-x-num-de-DE'],
])('amounts of %s in %s have the format of %s', (locale, country, format) => {
  expect(siteFormatOf(locale, country)).toBe(format);
});
