import { locales } from '@kassa/contract';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';

/** A text of the catalogue by language, with its path and kind. */
interface Text {
  path: string;
  words: Readonly<Record<string, string>>;
  /**
   * A name may be a brand's or a bank's, equal in every language; a sentence must be translated.
   */
  kind: 'name' | 'sentence';
}

const knownTags: readonly string[] = Object.keys(locales);
const keptTags = Object.entries(locales)
  .filter(([, row]) => 'isComplete' in row)
  .map(([tag]) => tag);

/**
 * Checks that the catalogue's own texts exist in every complete language. A name that has only `en`
 * is a proper name; a name in a second language must exist in all of them. A server doesn't check
 * this at start: players then read English.
 */
export function checkTexts(methods: readonly Placed<CatalogMethod>[]): CatalogProblem[] {
  return methods.flatMap((placed) =>
    listTexts(placed.entry).flatMap(({ path, words, kind }) => {
      const tags = Object.keys(words);
      const strange = tags.filter((tag) => !knownTags.includes(tag));
      const missing = keptTags.filter((tag) => !tags.includes(tag));
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

function listTexts({ text, fields = [], instruction }: CatalogMethod): Text[] {
  return [
    { path: 'text', words: text, kind: 'name' },
    ...fields.flatMap((field, index) => listFieldTexts(field, `fields.${index}`)),
    ...(instruction?.slides ?? []).map(
      (slide, index): Text => ({
        path: `instruction.slides.${index}.text`,
        words: slide.text,
        kind: 'sentence',
      }),
    ),
  ];
}

function listFieldTexts(field: CatalogField, path: string): Text[] {
  const { placeholder, validations = [] } = field;
  const texts: Text[] = [];
  if (placeholder !== undefined) {
    texts.push({ path: `${path}.placeholder`, words: placeholder, kind: 'name' });
  }
  validations.forEach(({ message }, index) => {
    if (message === undefined) return;
    const at = `${path}.validations.${index}.message`;
    texts.push({ path: at, words: message, kind: 'sentence' });
  });
  if ('values' in field) {
    field.values.forEach(({ text }, index) => {
      texts.push({ path: `${path}.values.${index}.text`, words: text, kind: 'name' });
    });
  }
  return texts;
}
