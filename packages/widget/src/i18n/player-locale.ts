import {
  fallbackLocale,
  type LocaleTag,
  locales,
  resolveLocale,
  withNumbersOf,
} from '@kassa/contract';

export interface PlayerLocale {
  /** The language of the messages. */
  tag: LocaleTag;
  /**
   * A BCP 47 tag for formatting numbers and names. It keeps the host's region; digits are Latin, as
   * in inputs.
   */
  format: string;
  direction: 'ltr' | 'rtl';
}

/**
 * Resolves language, formats and direction for the locale that the host or the address requests.
 * @param loaded - the language of the messages where it isn't the requested one. Formats and
 * direction follow it, so that English isn't shown from right to left.
 * @param country - the player's, ISO 3166-1: the region of a locale that names none. English, and
 * languages without a file of their own, have the numbers of that region: who reads English in
 * Indonesia still writes 75.000.
 */
export function resolvePlayerLocale(
  requested: string,
  loaded: LocaleTag = resolveLocale(requested),
  country?: string,
): PlayerLocale {
  const { direction } = locales[loaded];
  return { tag: loaded, format: resolveFormat(requested, loaded, country), direction };
}

function resolveFormat(requested: string, tag: LocaleTag, country: string | undefined): string {
  try {
    const own = new Intl.Locale(tag);
    const asked = new Intl.Locale(requested.trim().replaceAll('_', '-'));
    const isOwn = asked.language === own.language;
    const region = asked.region ?? (isOwn ? own.region : undefined) ?? country;
    const format = toLatin(new Intl.Locale(tag, { region: region?.toUpperCase() }).toString());
    if (tag !== fallbackLocale) return isOwn ? format : toLatin(tag);
    const numbers = isOwn ? numbersIn(region) : numbersOf(asked, region);
    return numbers === null ? format : withNumbersOf(format, numbers);
  } catch {
    return toLatin(tag);
  }
}

const toLatin = (tag: string) => `${tag}-u-nu-latn`;

/** A language without a file writes as its named region does, or else as the player's country. */
function numbersOf(asked: Intl.Locale, region: string | undefined): string | null {
  if (asked.region !== undefined) return asked.baseName;
  return region === undefined ? asked.language : numbersIn(region);
}

/** Returns the language that most people of a region write, with the region: `id-ID`. */
function numbersIn(region: string | undefined): string | null {
  if (region === undefined) return null;
  const { language } = new Intl.Locale(`und-${region}`).maximize();
  return language === fallbackLocale ? null : `${language}-${region.toUpperCase()}`;
}

/** Sets the document's language and direction. */
export function applyLocale(root: HTMLElement, locale: PlayerLocale): void {
  root.lang = locale.tag;
  root.dir = locale.direction;
}
