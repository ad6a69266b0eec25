import { type LocaleTag, locales } from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { listTexts } from '../read/list-texts.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';

const knownTags: readonly string[] = Object.keys(locales);

/** The languages that the catalogue's own texts have; in any other language they are English. */
export const catalogTags: readonly LocaleTag[] = [
  'ar',
  'en',
  'es',
  'es-MX',
  'hi',
  'hi-Latn-IN',
  'pt',
  'ru',
];

/**
 * Checks that the catalogue's own texts exist in each of its languages. A name that has only `en`
 * is a proper name; a name in a second language must exist in all of them. A server doesn't check
 * this at start: players then read English.
 */
export function checkTexts(methods: readonly Placed<CatalogMethod>[]): CatalogProblem[] {
  return methods.flatMap((placed) =>
    listTexts(placed.entry).flatMap(({ path, words, kind }) => {
      const tags = Object.keys(words);
      const strange = tags.filter((tag) => !knownTags.includes(tag));
      const missing = catalogTags.filter((tag) => !tags.includes(tag));
      const isProperName = kind === 'name' && tags.every((tag) => tag === 'en');
      return [
        ...strange.map((tag) =>
          problemAt(
            placed,
            `${path}.${tag}`,
            'is not a language of packages/contract/src/locales.ts',
          ),
        ),
        ...(isProperName || missing.length === 0
          ? []
          : [problemAt(placed, path, `lacks ${missing.join(', ')}`)]),
      ];
    }),
  );
}
