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
