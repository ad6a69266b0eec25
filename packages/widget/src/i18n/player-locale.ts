import { type LocaleTag, locales, resolveLocale } from '@kassa/contract';

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
 * @param country - the player's, ISO 3166-1: the region of a locale that names none. India groups
 * digits by lakh in English too.
 */
export function resolvePlayerLocale(
  requested: string,
  loaded: LocaleTag = resolveLocale(requested),
  country?: string,
): PlayerLocale {
  const { direction } = locales[loaded];
  const format = `${resolveFormat(requested, loaded, country)}-u-nu-latn`;
  return { tag: loaded, format, direction };
}

/**
 * Returns the language with the requested region, or else with the player's, where this is the
 * language that was requested.
 */
function resolveFormat(requested: string, tag: LocaleTag, country: string | undefined): string {
  try {
    const own = new Intl.Locale(tag);
    const asked = new Intl.Locale(requested.trim().replaceAll('_', '-'));
    const region = asked.region ?? own.region ?? country;
    if (asked.language !== own.language || region === undefined) return tag;
    return new Intl.Locale(tag, { region }).toString();
  } catch {
    return tag;
  }
}

/** Sets the document's language and direction. */
export function applyLocale(root: HTMLElement, locale: PlayerLocale): void {
  root.lang = locale.tag;
  root.dir = locale.direction;
}
