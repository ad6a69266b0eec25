import { type LocaleTag, locales, resolveLocale } from '@kassa/contract';

export interface PlayerLocale {
  /** The language whose messages are shown. */
  tag: LocaleTag;
  /** A BCP 47 tag for numbers and names: the host's region kept, digits Latin as in the inputs. */
  format: string;
  direction: 'ltr' | 'rtl';
}

/** Decides language, formats and direction from the locale a host or the address asks for. */
export function resolvePlayerLocale(requested: string): PlayerLocale {
  const tag = resolveLocale(requested);
  const { direction } = locales[tag];
  return { tag, format: `${resolveFormat(requested, tag)}-u-nu-latn`, direction };
}

function resolveFormat(requested: string, tag: LocaleTag): string {
  try {
    const { language, region } = new Intl.Locale(requested.replace('_', '-'));
    return language === tag && region !== undefined ? `${tag}-${region}` : tag;
  } catch {
    return tag;
  }
}

/** Tells the document its language and direction. */
export function applyLocale(root: HTMLElement, locale: PlayerLocale): void {
  root.lang = locale.tag;
  root.dir = locale.direction;
}
