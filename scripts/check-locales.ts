// Checks locales/ and prints each language's progress. `--undetected` lists the messages that the
// detector of English can't judge, with the reason.
import path from 'node:path';
import { locales } from '../packages/contract/src/locales.ts';
import { checkLocales, type LocaleProgress } from './locale-rules.ts';

const listsUndetected = process.argv.includes('--undetected');
const folder = path.resolve(import.meta.dirname, '../locales');
const { problems, progress, undetected } = checkLocales(folder, locales);
console.log(progress.map(describe).join('\n'));
console.log(
  `\nOnly words tell these from English${listsUndetected ? '' : ' (--undetected lists them)'}:`,
);
for (const [reason, messages] of Map.groupBy(undetected, (message) => message.reason)) {
  console.log(`${String(messages.length).padStart(6)}  ${reason}`);
  if (!listsUndetected) continue;
  for (const { file, key } of messages) console.log(`        ${file}: ${key}`);
}
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
