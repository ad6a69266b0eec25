import { type LocaleTag, locales, resolveLocale } from '@kassa/contract';

export interface PlayerLocale {
  /** The language whose messages are shown. */
  tag: LocaleTag;
  /** A BCP 47 tag for numbers and names: the host's region kept, digits Latin as in the inputs. */
  format: string;
  direction: 'ltr' | 'rtl';
}

/**
 * Decides language, formats and direction from the locale a host or the address asks for. Where
 * other messages than the asked ones could be loaded, `loaded` says which: all three follow them,
 * so that nobody reads English from right to left.
 */
export function resolvePlayerLocale(
  requested: string,
  loaded: LocaleTag = resolveLocale(requested),
): PlayerLocale {
  const { direction } = locales[loaded];
  return { tag: loaded, format: `${resolveFormat(requested, loaded)}-u-nu-latn`, direction };
}

/** The language with the region that was asked for, where that was a region of this language. */
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

/** Tells the document its language and direction. */
export function applyLocale(root: HTMLElement, locale: PlayerLocale): void {
  root.lang = locale.tag;
  root.dir = locale.direction;
}
