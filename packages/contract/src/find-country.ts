import type { Country } from './countries.ts';
import { countries } from './country-table.ts';

const countriesByCode = /* @__PURE__ */ indexCountries();

function indexCountries(): ReadonlyMap<string, Country> {
  return new Map(countries.map((country) => [country.code, country]));
}

/** Returns a country by its code; undefined if it has no phone numbers, such as Antarctica. */
export function findCountry(code: string): Country | undefined {
  return countriesByCode.get(code);
}
