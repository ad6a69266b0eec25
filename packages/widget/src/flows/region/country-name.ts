/** A country's name in a language, by its ISO 3166-1 alpha-2 code; the code where it has none. */
export function countryName(country: string, locale: string): string {
  const code = country.toUpperCase();
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'code' }).of(code) ?? code;
}
