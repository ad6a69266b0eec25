import { formatMoney } from '@kassa/contract';
import { expect, test } from 'vitest';
import { resolvePlayerLocale } from './player-locale.ts';

test.each([
  ['en-IN', 'en', 'en-IN-u-nu-latn', 'ltr'],
  ['ar_EG', 'ar', 'ar-EG-u-nu-latn', 'rtl'],
  ['ur-PK', 'ur', 'ur-PK-u-nu-latn', 'rtl'],
  ['fr-CA', 'fr', 'fr-CA-u-nu-latn', 'ltr'],
  ['ru', 'ru', 'ru-u-nu-latn', 'ltr'],
  // The full locales of §3, as bundle names too, and the two that use another one's file
  ['hi-Latn-IN', 'hi-Latn-IN', 'hi-Latn-IN-u-nu-latn', 'ltr'],
  ['es_MX', 'es-MX', 'es-MX-u-nu-latn', 'ltr'],
  ['mx', 'es-MX', 'es-MX-u-nu-latn', 'ltr'],
  ['in', 'hi-Latn-IN', 'hi-Latn-IN-u-nu-latn', 'ltr'],
  ['hi-IN', 'hi', 'hi-IN-u-nu-latn', 'ltr'],
  ['es-ES', 'es', 'es-ES-u-nu-latn', 'ltr'],
  // Old Android codes, and a script without a file of its own
  ['in_ID', 'id', 'id-ID-u-nu-latn', 'ltr'],
  ['tl-PH', 'fil', 'fil-PH-u-nu-latn', 'ltr'],
  ['zh_Hant_TW', 'zh', 'zh-TW-u-nu-latn', 'ltr'],
  // The host's digits are ignored: inputs have Latin digits
  ['ar-EG-u-nu-arab', 'ar', 'ar-EG-u-nu-latn', 'rtl'],
  ['???', 'en', 'en-u-nu-latn', 'ltr'],
  ['', 'en', 'en-u-nu-latn', 'ltr'],
])('%s is %s, formats as %s and reads %s', (requested, tag, format, direction) => {
  expect(resolvePlayerLocale(requested)).toEqual({ tag, format, direction });
});

test.each(['ur-PK', 'ar-EG', 'fr-CA', 'mx'])(
  '%s with English messages is English throughout',
  (asked) => {
    expect(resolvePlayerLocale(asked, 'en')).toEqual({
      tag: 'en',
      format: 'en-u-nu-latn',
      direction: 'ltr',
    });
  },
);

test.each([
  ['en', 'in', 'en-IN-u-nu-latn'],
  ['es', 'co', 'es-CO-u-nu-latn'],
  // The host's region comes first.
  ['en-GB', 'in', 'en-GB-u-nu-latn'],
  ['es-MX', 'co', 'es-MX-u-nu-latn'],
  ['in', 'de', 'hi-Latn-IN-u-nu-latn'],
  ['???', 'de', 'en-u-nu-latn'],
])('%s in the country %s formats as %s', (requested, country, format) => {
  expect(resolvePlayerLocale(requested, undefined, country).format).toBe(format);
});

test('India groups by lakh in English', () => {
  const { format } = resolvePlayerLocale('en', 'en', 'in');
  expect(formatMoney({ amount: '150000', currency: 'INR' }, format)).toBe('₹1,50,000.00');
});
