import { countries, listCountryCurrencies } from '@kassa/contract';
import type { Choice } from '../../../features/dropdown/find-choices.ts';
import { countryName } from '../../../flows/region/country-name.ts';
import { formatsOf } from '../../../i18n/formats.ts';

/** Returns all countries with their flags, by name in the player's language. */
export function listCountryChoices(locale: string): Choice[] {
  const { compare } = new Intl.Collator(locale);
  return countries
    .map(({ code }) => ({ value: code, text: countryName(code, locale), flag: code }))
    .sort((a, b) => compare(a.text, b.text));
}

/**
 * Returns the currencies of all countries, by code, so that typing a code finds it first: `EUR ·
 * Euro`.
 */
export function listCurrencyChoices(locale: string): Choice[] {
  const { DisplayNames } = formatsOf(locale);
  const names = new DisplayNames(locale, { type: 'currency', fallback: 'none' });
  return listCountryCurrencies().map((code) => {
    const name = names.of(code);
    return { value: code, text: name === undefined ? code : `${code} · ${name}` };
  });
}
