import { expect, test } from 'vitest';
import type { Text } from '../../i18n/text.ts';
import { offerIn, shippedCountries } from '../../testing/shipped-offer.ts';
import { searchMethods } from './method-search.ts';

const text: Text = Object.assign((key: string) => key, { has: () => false });

/** Returns the names of the methods that a search finds in a country, the best first. */
function find(typed: string, country: string, locale = 'en'): string[] {
  const { currency = '' } = shippedCountries.find(({ code }) => code === country) ?? {};
  return searchMethods({ ...offerIn(country, currency), text, locale }, typed).found.map(
    ({ name }) => name,
  );
}

test.each([
  ['visa', 'de', 'card_international'],
  ['mastercard', 'de', 'card_international'],
  ['credit card', 'de', 'card_international'],
  ['мир', 'ru', 'card_ru'],
  ['tinkoff', 'ru', 'sbp_tbank'],
  ['nubank', 'br', 'nupay'],
  ['btc', 'de', 'bitcoin'],
  ['বিকাশ', 'bd', 'bkash'],
  ['مدى', 'sa', 'mada'],
])('%s in %s finds %s first', (typed, country, name) => {
  expect(find(typed, country)[0]).toBe(name);
});

test('no two methods of a country’s currency bear the same name', () => {
  const twice = shippedCountries.flatMap(({ code, currency }) => {
    const names = offerIn(code, currency).methods.map(
      ({ text: names, network = '' }) => `${names.en} ${network}`,
    );
    return names
      .filter((name, index) => names.indexOf(name) !== index)
      .map((name) => `${code}: ${name}`);
  });
  expect(twice).toEqual([]);
});

test('the simulated methods stand apart in every country', () => {
  const among = shippedCountries.flatMap(({ code, currency }) =>
    offerIn(code, currency)
      .methods.filter(({ text: names }) => /simulated/.test(names.en ?? ''))
      .filter(({ group }) => group !== 'tests')
      .map(({ name }) => `${code}: ${name}`),
  );
  expect(among).toEqual([]);
});
