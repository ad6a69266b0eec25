import { isPlainText, plainTextMessage } from '../../ground/config/plain-text.ts';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** A text of the catalogue by language, with its path and kind. */
interface Text {
  path: string;
  words: Readonly<Record<string, string>>;
  /**
   * A name may be a brand's or a bank's, equal in every language; a sentence must be translated.
   */
  kind: 'name' | 'sentence';
}

/** Finds texts with markup or control characters, in any language. */
export function checkPlainTexts(placed: Placed<CatalogMethod>): CatalogProblem[] {
  return listTexts(placed.entry).flatMap(({ path, words }) =>
    Object.entries(words)
      .filter(([, text]) => !isPlainText(text))
      .map(([tag]) => problemAt(placed, `${path}.${tag}`, plainTextMessage)),
  );
}

/** Lists the texts of a method that stand in the catalogue itself. */
export function listTexts({ text, fields = [], instruction }: CatalogMethod): Text[] {
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
