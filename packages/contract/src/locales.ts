/** One row per language that has a file in `locales/`: its writing direction, nothing else. */
export const locales = {
  en: { direction: 'ltr' },
  ar: { direction: 'rtl' },
  es: { direction: 'ltr' },
  hi: { direction: 'ltr' },
  pt: { direction: 'ltr' },
  ru: { direction: 'ltr' },
} as const satisfies Record<string, { direction: 'ltr' | 'rtl' }>;

export type LocaleTag = keyof typeof locales;

/** The language the app falls back to (§9). */
export const fallbackLocale: LocaleTag = 'en';

/** Picks the language for a host's locale: its language part where we have it, else English (§3). */
export function resolveLocale(requested: string): LocaleTag {
  const language = requested.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(locales, language) ? (language as LocaleTag) : fallbackLocale;
}
