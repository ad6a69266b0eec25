let known: { locale: string; names: Intl.DisplayNames } | null = null;

/**
 * Returns a country's name in a language, by its ISO 3166-1 alpha-2 code; the code where it has no
 * name.
 */
export function countryName(country: string, locale: string): string {
  const code = country.toUpperCase();
  // The names of a language are slow to load on a phone, and a list has 240 of them.
  if (known?.locale !== locale) {
    const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' });
    known = { locale, names };
  }
  return known.names.of(code) ?? code;
}
