import { getExampleNumber, parsePhoneNumberWithError as parse } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/metadata.min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, test } from 'vitest';
import { toCanonicalValue } from './canonical-value.ts';
import { countries } from './country-table.ts';
import { diallingByCountry } from './dialling-table.ts';
import { findCountry } from './find-country.ts';
import { type PhoneDefinition, readPhone } from './phone-number.ts';

function define(code: string): PhoneDefinition {
  const country = findCountry(code);
  if (country === undefined) throw new Error(`There is no country ${code}.`);
  return { ...country, dialling: diallingByCountry[code] };
}

test('the table has what the metadata knows, and what Mexico dialled before', () => {
  const known = Object.entries(metadata.countries).map(([country, fields]) => {
    const own = fields as unknown as (string | 0 | undefined)[];
    const former = country === 'MX' ? '01|04[45]|1' : undefined;
    const trunk = former ?? (own[7] || own[5] || undefined);
    const dialling = {
      international: own[1],
      national: own[2],
      trunk,
      trunkTo: own[8] || undefined,
    };
    return [country.toLowerCase(), dialling] as const;
  });
  expect(diallingByCountry).toEqual(Object.fromEntries(known));
});

/** What is dialled before the prefix: the first of the numbers that a pattern stands for. */
const internationals: Partial<Record<string, string>> = {
  au: '0011',
  br: '0015',
  by: '810',
  cl: '1230',
  co: '009',
  hk: '001',
  id: '008',
  il: '012',
  jp: '010',
  ke: '000',
  kh: '001',
  kr: '001',
  kz: '810',
  mn: '001',
  ng: '009',
  ru: '810',
  sg: '001',
  th: '001',
  tj: '810',
  tm: '810',
  tw: '002',
  tz: '000',
  ug: '000',
  us: '011',
};

describe.each(countries)('the example of $code', ({ code, prefix, example }) => {
  const definition = define(code);
  const { national = '', international = '' } = definition.dialling ?? {};
  const number = `${prefix}${example.replace(/\D/g, '')}`;

  test.each([
    ['as it is', example],
    ['with its prefix', `${prefix} ${example}`],
    ['with 00', `00${prefix.slice(1)} ${example}`],
    [
      'with what is dialled abroad',
      `${internationals[code] ?? '00'} ${prefix.slice(1)} ${example}`,
    ],
    ['without a plus', `${prefix.slice(1)} ${example}`],
  ])('%s is its number', (_, text) => {
    expect(readPhone(text, definition)).toBe(number);
  });

  test('as it is dialled within the country is its number', () => {
    const shown = getExampleNumber(code.toUpperCase() as 'DE', examples)?.formatNational() ?? '';
    expect(readPhone(shown, definition)).toBe(number);
  });

  test('is one of the country, and has no other reading', () => {
    expect(example.replace(/\D/g, '')).toMatch(new RegExp(`^(?:${national})$`));
    if (internationals[code] !== undefined) {
      expect(internationals[code]).toMatch(new RegExp(`^(?:${international})$`));
    }
  });
});

test.each([
  ['by', '8 029 123 45 67', '+375291234567'],
  ['by', '80291234567', '+375291234567'],
  ['by', '8 29 123-45-67', '+375291234567'],
  ['by', '029 123 45 67', '+375291234567'],
  ['by', '8~10 375 29 123 45 67', '+375291234567'],
  ['by', '+375 8 029 123 45 67', '+375291234567'],
  ['mx', '+52 1 55 1234 5678', '+525512345678'],
  ['mx', '52 1 55 1234 5678', '+525512345678'],
  ['mx', '00 52 1 55 1234 5678', '+525512345678'],
  ['mx', '044 55 1234 5678', '+525512345678'],
  ['mx', '045 55 1234 5678', '+525512345678'],
  ['mx', '01 55 1234 5678', '+525512345678'],
  ['mx', '1 55 1234 5678', '+525512345678'],
  ['ng', '009 234 803 123 4567', '+2348031234567'],
  ['ke', '000 254 712 345678', '+254712345678'],
  ['us', '011 1 201 555 0123', '+12015550123'],
  ['us', '1 (201) 555-0123', '+12015550123'],
  ['au', '0011 61 412 345 678', '+61412345678'],
  ['ru', '8 10 7 912 345-67-89', '+79123456789'],
  ['ru', '8 912 345-67-89', '+79123456789'],
  // A Russian number, dialled from Kazakhstan as within Russia.
  ['kz', '8 912 345 67 89', '+79123456789'],
  ['kz', '8 701 234 56 78', '+77012345678'],
  ['kz', '8 912 345 67 8', '+78912345678'],
  ['kz', '8 912 345 67 89 0', '+7891234567890'],
  ['hu', '06 20 123 4567', '+36201234567'],
  ['lt', '8 612 34567', '+37061234567'],
  ['br', '0 15 11 91234-5678', '+5511912345678'],
  ['br', '011 91234-5678', '+5511912345678'],
  ['ar', '011 15 2345-6789', '+5491123456789'],
  ['ar', '11 15 2345 6789', '+5491123456789'],
  ['gb', '07400 123456', '+447400123456'],
  // Italy's zero belongs to the number.
  ['it', '06 6982 1234', '+390669821234'],
  ['ci', '01 23 45 67 89', '+2250123456789'],
  // St Petersburg: a number that begins like the trunk.
  ['ru', '8123456789', '+78123456789'],
  ['in', '91876 54321', '+919187654321'],
  // Ten digits may be a number, and none may be both.
  ['mx', '1 55 1234 567', '+521551234567'],
  ['ru', '810 375 29 123 45 67', '+7810375291234567'],
  ['by', '+7 912 345 67 89', '+79123456789'],
])('in %s the number %s is %s', (code, text, number) => {
  expect(readPhone(text, define(code))).toBe(number);
});

test.each(['by', 'mx', 'ar', 'de', 'hu'])('libphonenumber reads numbers of %s alike', (code) => {
  const { trunk = '' } = define(code).dialling ?? {};
  const national = define(code).example ?? '';
  for (const typed of [national, `${/^\d+/.exec(trunk)?.[0] ?? ''}${national}`]) {
    // Mexico's numbers have no trunk in the metadata any more.
    const known = code === 'mx' ? national : typed;
    expect(readPhone(typed, define(code))).toBe(parse(known, code.toUpperCase() as 'DE').number);
  }
});

test.each([
  ['by', '810 375 29 123 45 67', '+375291234567'],
  ['mx', '+52 1 55 1234 5678', '+525512345678'],
  ['ng', '009234 803 123 4567', '+2348031234567'],
  // What is dialled within a country is no international number.
  ['by', '8 029 123 45 67', '8 029 123 45 67'],
  ['mx', '044 55 1234 5678', '044 55 1234 5678'],
  ['de', '+49 (0)151 23456789', '+49 (0)151 23456789'],
])('the one form of a number sent from %s, %s, is %s', (code, text, number) => {
  const field = { name: 'phone', type: 'phone_with_prefix', ...define(code) } as const;
  expect(toCanonicalValue(field, text)).toBe(number);
});
