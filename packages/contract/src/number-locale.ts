/**
 * Returns the locale whose numbers and plural forms Intl is asked for. Chromium has no data for some
 * languages and would write their numbers as English does. Every browser has Greek, Norwegian and Polish,
 * which have the same marks and groups. Greek and Norwegian also have the same place of a symbol, and one
 * form for just one and another for the rest (CLDR 48), as the messages have it in `az`, `kk`, `ky`, `tg`
 * and `uz`.
 */
export function numberLocale(locale: string): string {
  return locale
    .replace(/^(az|bs|is|lo|mk)\b.*/, 'el')
    .replace(/^(kk|ky|tg|tk|uz)\b.*/, 'nb')
    .replace(/^(hy|ka|sq)\b.*/, 'pl');
}
