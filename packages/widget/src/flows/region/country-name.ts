import { formatsOf } from '../../i18n/formats.ts';

/** By language: its names are slow to load on a phone, and a list has 240 of them. */
const known = new Map<string, Pick<Intl.DisplayNames, 'of'>>();

/**
 * Returns a country's name in a language, by its ISO 3166-1 alpha-2 code; the code where it has no
 * name.
 */
export function countryName(country: string, locale: string): string {
  const code = country.toUpperCase();
  const { DisplayNames } = formatsOf(locale);
  const names = known.get(locale) ?? new DisplayNames(locale, { type: 'region' });
  known.set(locale, names);
  return names.of(code) ?? code;
}
