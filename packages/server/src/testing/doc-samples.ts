import { readFileSync } from 'node:fs';
import path from 'node:path';

const docs = path.resolve(import.meta.dirname, '../../../../docs');

/**
 * Returns the samples of a language on a page of `docs/`, in their order.
 * @throws if there is none.
 */
export function readSamples(page: string, language: string): [string, ...string[]] {
  const text = readFileSync(path.join(docs, page), 'utf8');
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms');
  const [first, ...others] = [...text.matchAll(fence)].map(([, sample = '']) => sample);
  if (first === undefined) throw new Error(`${page} has no sample of ${language}.`);
  return [first, ...others];
}

/**
 * Replaces the only part of a sample that matches.
 * @throws if there is none, or more than one.
 */
export function replaceIn(sample: string, pattern: RegExp, replacement: string): string {
  const count = sample.match(new RegExp(pattern, `${pattern.flags}g`))?.length ?? 0;
  if (count !== 1) throw new Error(`The sample has ${count} places of ${pattern}.`);
  return sample.replace(pattern, () => replacement);
}
