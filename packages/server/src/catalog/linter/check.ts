/*
 * `npm run catalog:check [folder] [-- --config <folder of settings>]`: prints the problems of the
 * catalogue and of the brands' overlays, or a summary; exit code 1 if there is a problem. Only the
 * shipped catalogue must contain every kind of method.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { connectorFactories } from '../../connectors/registry.ts';
import { checkLabels } from '../read/check-labels.ts';
import { checkPatterns } from '../read/check-patterns.ts';
import { type ReadCatalog, readCatalog } from '../read/read-catalog.ts';
import { describeProblem } from '../read/read-catalog-file.ts';
import { listUncovered, measureCoverage, summarizeCatalog } from './catalog-coverage.ts';
import { checkAccountNumbers } from './check-account-numbers.ts';
import { checkCurrencies } from './check-currencies.ts';
import { checkLikeness } from './check-likeness.ts';
import { checkOverlays } from './check-overlays.ts';
import { checkPaysBack } from './check-pays-back.ts';
import { checkReach } from './check-reach.ts';
import { checkTexts } from './check-texts.ts';

const root = join(import.meta.dirname, '../../../../..');
const shipped = join(root, 'catalog');
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { config: { type: 'string' } },
});
const folder = positionals[0] ?? shipped;

const read = await readCatalog(folder);
const problems = read.kind === 'sound' ? await findProblems(read) : read.problems;
const lines = problems.map(describeProblem);
if (read.kind === 'sound') {
  const coverage = measureCoverage(read.catalog);
  if (folder === shipped) {
    lines.push(...checkCurrencies(read.parts).map(describeProblem), ...listUncovered(coverage));
  }
  if (values.config !== undefined) {
    const { problems, lacks } = await checkOverlays(read, values.config, process.env);
    lines.push(...problems);
    for (const lack of lacks) console.log(lack);
  }
  if (lines.length === 0) {
    for (const line of summarizeCatalog(read.catalog, coverage)) console.log(line);
  }
}
for (const line of lines) console.error(line);
if (lines.length > 0) process.exitCode = 1;

/** Finds problems with which a server would start, but which players would notice. */
async function findProblems({ catalog, parts }: Extract<ReadCatalog, { kind: 'sound' }>) {
  return [
    ...checkAccountNumbers(parts.methods),
    ...checkTexts(parts.methods),
    ...checkReach(catalog, parts, connectorFactories),
    ...checkPaysBack(catalog, parts.methods),
    ...(await checkLikeness(folder, parts)),
    ...(await checkLabels(parts, join(root, 'locales'))),
    ...(await checkPatterns(parts.methods)),
  ];
}
