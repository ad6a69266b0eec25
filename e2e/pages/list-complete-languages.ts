import { type LocaleTag, locales } from '@kassa/contract';

/** Returns the languages that have every message. */
export function listCompleteLanguages(): LocaleTag[] {
  return Object.entries(locales).flatMap(([tag, row]) =>
    'isComplete' in row ? [tag as LocaleTag] : [],
  );
}
