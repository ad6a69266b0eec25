interface LocaleRow {
  direction: 'ltr' | 'rtl';
  /** CI requires a complete file for this language; the other languages are completed later. */
  isComplete?: true;
}

/** The languages of §9, including those of its additional bundles, with direction and state. */
export const locales = {
  ar: { direction: 'rtl', isComplete: true },
  az: { direction: 'ltr', isComplete: true },
  bn: { direction: 'ltr', isComplete: true },
  de: { direction: 'ltr', isComplete: true },
  el: { direction: 'ltr' },
  en: { direction: 'ltr', isComplete: true },
  es: { direction: 'ltr', isComplete: true },
  'es-MX': { direction: 'ltr', isComplete: true },
  fil: { direction: 'ltr' },
  fr: { direction: 'ltr' },
  hi: { direction: 'ltr', isComplete: true },
  'hi-Latn-IN': { direction: 'ltr', isComplete: true },
  id: { direction: 'ltr', isComplete: true },
  it: { direction: 'ltr' },
  ja: { direction: 'ltr' },
  kk: { direction: 'ltr', isComplete: true },
  ko: { direction: 'ltr' },
  ky: { direction: 'ltr', isComplete: true },
  mr: { direction: 'ltr' },
  ms: { direction: 'ltr' },
  pl: { direction: 'ltr' },
  pt: { direction: 'ltr', isComplete: true },
  ro: { direction: 'ltr' },
  ru: { direction: 'ltr', isComplete: true },
  sw: { direction: 'ltr' },
  te: { direction: 'ltr' },
  tg: { direction: 'ltr', isComplete: true },
  th: { direction: 'ltr', isComplete: true },
  tr: { direction: 'ltr', isComplete: true },
  uk: { direction: 'ltr', isComplete: true },
  ur: { direction: 'rtl', isComplete: true },
  uz: { direction: 'ltr', isComplete: true },
  vi: { direction: 'ltr' },
  zh: { direction: 'ltr' },
} as const satisfies Record<string, LocaleRow>;

export type LocaleTag = keyof typeof locales;

/** The language the app falls back to (§9). */
export const fallbackLocale: LocaleTag = 'en';

/**
 * Full locales with their own language file (§3). hi-IN and es-ES are full locales too, with the
 * files `hi` and `es`.
 */
const fullLocales: readonly LocaleTag[] = ['hi-Latn-IN', 'es-MX'];

/**
 * The bundle names of those locales (§9), which hosts may send alone. They aren't language codes.
 */
const bundleNames: Record<string, LocaleTag> = { in: 'hi-Latn-IN', mx: 'es-MX' };

/**
 * Returns the language for a locale of the host or the address (§3): four full locales stay, any
 * other is reduced to its language part. An unsupported language becomes English.
 */
export function resolveLocale(requested: string): LocaleTag {
  const tag = requested.trim().replaceAll('_', '-').toLowerCase();
  const full = fullLocales.find((candidate) => candidate.toLowerCase() === tag);
  if (full !== undefined) return full;
  if (Object.hasOwn(bundleNames, tag)) return bundleNames[tag] ?? fallbackLocale;
  const language = tag.split('-')[0] ?? '';
  // Older Android versions use `in` for Indonesian and `tl` for Filipino.
  const modern = { in: 'id', tl: 'fil' }[language] ?? language;
  return Object.hasOwn(locales, modern) ? (modern as LocaleTag) : fallbackLocale;
}

/**
 * Picks a display name by language, or the English one (§3 `text`). A Mexican locale uses Spanish
 * names; Hindi in Latin letters doesn't use Devanagari.
 */
export function resolveName(names: Record<string, string>, locale: string): string {
  // The base name leaves out extensions, such as that for digits.
  const { baseName, language, script } = new Intl.Locale(locale);
  const ofLanguage = script === undefined ? names[language] : undefined;
  return names[baseName] ?? ofLanguage ?? names.en ?? Object.values(names)[0] ?? '';
}
