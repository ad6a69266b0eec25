import {
  getCountries,
  isValidPhoneNumber,
  parsePhoneNumberWithError as parse,
} from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { countries, countrySchema, findCountry } from './index.ts';

test('the table has each country that has phone numbers, once and by its code', () => {
  const codes = countries.map(({ code }) => code);
  expect(codes).toEqual([...getCountries()].map((code) => code.toLowerCase()).sort());
  expect(codes.filter((code) => !countrySchema.safeParse(code).success)).toEqual([]);
  expect(codes.length).toBeGreaterThanOrEqual(240);
});

test.each(countries)(
  '$code has its own prefix, and a mobile number of its own as an example',
  (country) => {
    const number = parse(`${country.prefix}${country.example}`);
    expect(`+${number.countryCallingCode}`).toBe(country.prefix);
    expect(number.formatInternational()).toBe(`${country.prefix} ${country.example}`);
    expect(isValidPhoneNumber(number.number)).toBe(true);
  },
);

test('Intl has a name for each of them', () => {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  expect(countries.filter(({ code }) => names.of(code.toUpperCase()) === undefined)).toEqual([]);
});

test.each([
  ['bd', { code: 'bd', prefix: '+880', example: '1812 345678' }],
  ['aq', undefined],
  ['BD', undefined],
])('%s is found as it stands in the table', (code, country) => {
  expect(findCountry(code)).toEqual(country);
});
