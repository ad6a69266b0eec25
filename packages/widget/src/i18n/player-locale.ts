import { type LocaleTag, locales, resolveFormatLocale, resolveLocale } from '@kassa/contract';

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
 * @param country - the player's, ISO 3166-1: the region of a locale that names none
 */
export function resolvePlayerLocale(
  requested: string,
  loaded: LocaleTag = resolveLocale(requested),
  country?: string,
): PlayerLocale {
  const { direction } = locales[loaded];
  return { tag: loaded, format: resolveFormatLocale(requested, loaded, country), direction };
}

/** Sets the document's language and direction. */
export function applyLocale(root: HTMLElement, locale: PlayerLocale): void {
  root.lang = locale.tag;
  root.dir = locale.direction;
}
