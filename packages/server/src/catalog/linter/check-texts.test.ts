import { describe, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { catalogTags, checkTexts } from './check-texts.ts';

const all = Object.fromEntries(catalogTags.map((tag) => [tag, 'words']));
const english = { en: 'words' };
const withoutArabic = { ...all };
delete withoutArabic.ar;
const others = catalogTags.filter((tag) => tag !== 'en').join(', ');

function check(part: Partial<CatalogMethod>): string[] {
  const entry = buildMethod('card', part);
  return checkTexts([{ entry, file: 'methods/de.json', path: 'methods.0' }]).map(
    ({ path, message }) => `${path}: ${message}`,
  );
}

const slides = (text: Record<string, string>) => ({ instruction: { slides: [{ text }] } });
const field = (part: object) => ({ fields: [{ name: 'bank', type: 'text' as const, ...part }] });
const choices = (text: Record<string, string>) => ({
  fields: [{ name: 'bank', type: 'dropdown' as const, values: [{ value: 'a', text }] }],
});

describe.each<[string, string, (text: Record<string, string>) => Partial<CatalogMethod>]>([
  ['a name', 'text', (text) => ({ text })],
  ['a label', 'fields.0.placeholder', (placeholder) => field({ placeholder })],
  ['a choice', 'fields.0.values.0.text', choices],
])('%s', (_what, path, build) => {
  it('is a proper name if it has only English, and otherwise exists in every language of the catalogue', () => {
    expect(check(build(english))).toEqual([]);
    expect(check(build(all))).toEqual([]);
    expect(check(build({ ...all, de: 'Worte' }))).toEqual([]);
    expect(check(build(withoutArabic))).toEqual([`methods.0.${path}: lacks ar`]);
  });

  it('has no unknown language', () => {
    expect(check(build({ ...all, 'es-mx': 'palabras' }))).toEqual([
      `methods.0.${path}.es-mx: is not a language of packages/contract/src/locales.ts`,
    ]);
  });
});

describe.each<[string, string, (text: Record<string, string>) => Partial<CatalogMethod>]>([
  ['a slide', 'instruction.slides.0.text', slides],
  [
    'what a broken rule says',
    'fields.0.validations.0.message',
    (message) => field({ validations: [{ regex: '^1', message }] }),
  ],
])('%s', (_what, path, build) => {
  it('is a sentence, for which English alone is not enough', () => {
    expect(check(build(all))).toEqual([]);
    expect(check(build(english))).toEqual([`methods.0.${path}: lacks ${others}`]);
  });
});
