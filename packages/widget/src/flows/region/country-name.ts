/** By language: its names are slow to load on a phone, and a list has 240 of them. */
const known = new Map<string, Intl.DisplayNames>();

/**
 * Returns a country's name in a language, by its ISO 3166-1 alpha-2 code; the code where it has no
 * name.
 */
export function countryName(country: string, locale: string): string {
  const code = country.toUpperCase();
  const names =
    known.get(locale) ?? new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
  known.set(locale, names);
  return names.of(code) ?? code;
}

/** Returns a country's name in the language that most of its people speak (Unicode CLDR). */
export function nativeName(country: string): string {
  return countryName(country, new Intl.Locale(`und-${country}`).maximize().language);
}
