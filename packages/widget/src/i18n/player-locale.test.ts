import { readFileSync } from 'node:fs';
import path from 'node:path';
import { formatDecimal, formatMoney, type LocaleTag } from '@kassa/contract';
import { expect, test } from 'vitest';
import { resolvePlayerLocale } from './player-locale.ts';

test.each([
  ['en-GB', 'en', 'en-GB-u-ca-gregory-nu-latn', 'ltr'],
  ['en-IN', 'en', 'en-IN-u-ca-gregory-nu-latn-x-num-hi-IN', 'ltr'],
  ['ar_EG', 'ar', 'ar-EG-u-ca-gregory-nu-latn', 'rtl'],
  ['ur-PK', 'ur', 'ur-PK-u-ca-gregory-nu-latn', 'rtl'],
  ['fr-CA', 'fr', 'fr-CA-u-ca-gregory-nu-latn', 'ltr'],
  ['ru', 'ru', 'ru-u-ca-gregory-nu-latn', 'ltr'],
  // The full locales of §3, as bundle names too, and the two that use another one's file
  ['hi-Latn-IN', 'hi-Latn-IN', 'hi-Latn-IN-u-ca-gregory-nu-latn', 'ltr'],
  ['es_MX', 'es-MX', 'es-MX-u-ca-gregory-nu-latn', 'ltr'],
  ['mx', 'es-MX', 'es-MX-u-ca-gregory-nu-latn', 'ltr'],
  ['in', 'hi-Latn-IN', 'hi-Latn-IN-u-ca-gregory-nu-latn', 'ltr'],
  ['hi-IN', 'hi', 'hi-IN-u-ca-gregory-nu-latn', 'ltr'],
  ['es-ES', 'es', 'es-ES-u-ca-gregory-nu-latn', 'ltr'],
  // Old Android codes, and a script without a file of its own
  ['in_ID', 'id', 'id-ID-u-ca-gregory-nu-latn', 'ltr'],
  ['tl-PH', 'fil', 'fil-PH-u-ca-gregory-nu-latn', 'ltr'],
  ['zh_Hant_TW', 'zh', 'zh-TW-u-ca-gregory-nu-latn', 'ltr'],
  // The host's digits are ignored: inputs have Latin digits
  ['ar-EG-u-nu-arab', 'ar', 'ar-EG-u-ca-gregory-nu-latn', 'rtl'],
  ['???', 'en', 'en-u-ca-gregory-nu-latn', 'ltr'],
  ['', 'en', 'en-u-ca-gregory-nu-latn', 'ltr'],
])('%s is %s, formats as %s and reads %s', (requested, tag, format, direction) => {
  expect(resolvePlayerLocale(requested)).toEqual({ tag, format, direction });
});

test.each([
  ['ur-PK', 'en-PK-u-ca-gregory-nu-latn-x-num-ur-PK'],
  ['ar-EG', 'en-EG-u-ca-gregory-nu-latn-x-num-ar-EG'],
  ['fr-CA', 'en-CA-u-ca-gregory-nu-latn-x-num-fr-CA'],
  ['mx', 'en-u-ca-gregory-nu-latn-x-num-mx'],
])('%s with English messages has English words and its own numbers', (asked, format) => {
  expect(resolvePlayerLocale(asked, 'en')).toEqual({ tag: 'en', format, direction: 'ltr' });
});

test.each([
  ['en', 'in', 'en-IN-u-ca-gregory-nu-latn-x-num-hi-IN'],
  ['en', 'gb', 'en-GB-u-ca-gregory-nu-latn'],
  ['es', 'co', 'es-CO-u-ca-gregory-nu-latn'],
  // The host's region comes first.
  ['en-GB', 'in', 'en-GB-u-ca-gregory-nu-latn'],
  ['es-MX', 'co', 'es-MX-u-ca-gregory-nu-latn'],
  ['in', 'de', 'hi-Latn-IN-u-ca-gregory-nu-latn'],
  ['???', 'de', 'en-u-ca-gregory-nu-latn'],
])('%s in the country %s formats as %s', (requested, country, format) => {
  expect(resolvePlayerLocale(requested, undefined, country).format).toBe(format);
});

test('India groups by lakh in English', () => {
  const { format } = resolvePlayerLocale('en', 'en', 'in');
  expect(formatMoney({ amount: '150000', currency: 'INR' }, format)).toBe('₹1,50,000.00');
});

/**
 * The numbers that a player types and reads, by what the host requests and by their country: one line
 * a country, one column a request, with the language of the messages where it isn't the requested one.
 */
const [head = '', ...lines] = readFileSync(
  path.join(import.meta.dirname, 'number-marks.tsv'),
  'utf8',
)
  .trimEnd()
  .split('\n');
const requests = head.split('\t').slice(1);

test.each(lines.map((line) => line.split('\t')))('numbers in %s', (country = '', ...cells) => {
  const written = requests.map((request) => {
    const [requested = '', loaded] = request.split(' → ');
    const { format } = resolvePlayerLocale(requested, loaded as LocaleTag | undefined, country);
    return formatDecimal('1234567.8', format).replace(/\s/g, ' ').replace(/’/g, "'");
  });
  expect(written).toEqual(cells);
});

test('the symbol and its place stay those of the language', () => {
  const { format } = resolvePlayerLocale('en', 'en', 'id');
  expect(formatMoney({ amount: '75000', currency: 'IDR' }, format)).toBe('Rp\u00a075.000');
  const german = resolvePlayerLocale('de', 'en', 'de').format;
  expect(formatMoney({ amount: '5000', currency: 'EUR' }, german)).toBe('€5.000,00');
});
