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
 */
export function resolvePlayerLocale(
  requested: string,
  loaded: LocaleTag = resolveLocale(requested),
): PlayerLocale {
  const { direction } = locales[loaded];
  return { tag: loaded, format: `${resolveFormat(requested, loaded)}-u-nu-latn`, direction };
}

/**
 * Returns the language with the requested region, where the region was requested for this language.
 */
function resolveFormat(requested: string, tag: LocaleTag): string {
  try {
    const own = new Intl.Locale(tag);
    const { language, region } = new Intl.Locale(requested.trim().replaceAll('_', '-'));
    if (language !== own.language || region === undefined) return tag;
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
