import { expect, test } from 'vitest';
import { resolveCountry } from './payment-country.ts';

const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims))}.x`;
const ofGermany = tokenOf({ sub: 'p', country: 'de' });

test.each<[string, string | undefined, string, string]>([
  ['the host’s', 'EG', ofGermany, 'eg'],
  ['the host’s, in lower case', 'eg', ofGermany, 'eg'],
  ['the token’s, where the host names none', undefined, ofGermany, 'de'],
  ['the token’s, where the host’s is empty', '', ofGermany, 'de'],
  ['the token’s, where the host’s is no country', 'Europe', ofGermany, 'de'],
  ['the default, where the token names none', undefined, tokenOf({ sub: 'p' }), 'ru'],
  ['the default, where the token’s is no country', undefined, tokenOf({ country: 7 }), 'ru'],
  ['the default, without a token', undefined, '', 'ru'],
])('the first region is %s', (_, paymentGeo, token, country) => {
  expect(resolveCountry({ paymentGeo, token })).toBe(country);
});
