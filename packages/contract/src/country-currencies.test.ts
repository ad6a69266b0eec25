import { expect, test } from 'vitest';
import {
  countries,
  currencyOfCountry,
  decimalsOf,
  listCountryCurrencies,
  listDefaultCurrencies,
} from './index.ts';

test('each country of the table has one currency, which Intl knows', () => {
  const known = new Set(Intl.supportedValuesOf('currency'));
  const lacking = countries.filter(({ code }) => !known.has(currencyOfCountry(code) ?? ''));
  expect(lacking).toEqual([]);
  const listed = listCountryCurrencies();
  expect(listed).toEqual([...listed].sort());
  expect(listed.filter((currency) => !known.has(currency))).toEqual([]);
});

test('the currencies have the decimals of ISO 4217', () => {
  const odd = listCountryCurrencies().filter((currency) => decimalsOf(currency) !== 2);
  expect(odd.filter((currency) => decimalsOf(currency) === 3)).toEqual([
    'BHD',
    'IQD',
    'JOD',
    'KWD',
    'LYD',
    'OMR',
    'TND',
  ]);
  expect(odd.filter((currency) => decimalsOf(currency) === 0)).toEqual(
    'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
  );
});

test.each([
  ['de', 'EUR'],
  ['bg', 'EUR'],
  ['br', 'BRL'],
  ['ec', 'USD'],
  ['sn', 'XOF'],
  ['cw', 'XCG'],
  ['aq', undefined],
])('%s pays in %s', (country, currency) => {
  expect(currencyOfCountry(country)).toBe(currency);
});

test.each([
  ['br', ['BRL', 'USD', 'EUR']],
  ['de', ['EUR', 'USD']],
  ['us', ['USD', 'EUR']],
  ['aq', ['USD', 'EUR']],
])('a purchase in %s begins with the first that is taken of %j', (country, currencies) => {
  expect(listDefaultCurrencies(country)).toEqual(currencies);
});
