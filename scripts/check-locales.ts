// Checks locales/ and prints each language's progress.
import path from 'node:path';
import { fallbackLocale, locales } from '../packages/contract/src/locales.ts';
import { checkLocales, type LocaleProgress } from './locale-rules.ts';

const folder = path.resolve(import.meta.dirname, '../locales');
const { problems, progress } = checkLocales(folder, locales, fallbackLocale);
console.log(progress.map(describe).join('\n'));
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`\n${problems.length} problem(s) in locales/.`);
  process.exit(1);
}

function describe(language: LocaleProgress): string {
  const name = new Intl.DisplayNames(language.tag, { type: 'language' }).of(language.tag) ?? '';
  const state = language.kind === 'notStarted' ? 'not started' : describeCount(language);
  return `${language.tag.padEnd(10)}  ${state.padEnd(16)}  ${name}`;
}

function describeCount({ translated, total }: { translated: number; total: number }): string {
  const percent = total === 0 ? 0 : Math.floor((100 * translated) / total);
  return `${translated}/${total}`.padEnd(9) + `${percent} %`.padStart(6);
}
