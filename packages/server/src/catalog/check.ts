/* `npm run catalog:check [folder]`: prints what is wrong with the catalogue; exit code 1 if anything is. */
import { join } from 'node:path';
import { checkLabels } from './check-labels.ts';
import { checkPatterns } from './check-patterns.ts';
import { describeProblem } from './describe-problem.ts';
import { readCatalog } from './read-catalog.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = process.argv[2] ?? join(root, 'catalog');
const read = await readCatalog(folder);
const problems =
  read.kind === 'sound'
    ? [
        ...(await checkLabels(read.parts, join(root, 'locales'))),
        ...(await checkPatterns(read.parts.methods)),
      ]
    : read.problems;

for (const problem of problems) console.error(describeProblem(problem));
if (problems.length > 0) {
  process.exitCode = 1;
} else if (read.kind === 'sound') {
  const { methods, groups, countries } = read.catalog;
  console.log(
    `The catalogue is sound: ${methods.length} methods, ${groups.length} groups, ${countries.length} countries.`,
  );
}
