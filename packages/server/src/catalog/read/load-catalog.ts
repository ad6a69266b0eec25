import type { Catalog } from '../catalog-schema.ts';
import { describeProblem } from './describe-problem.ts';
import { readCatalog } from './read-catalog.ts';

export type { Catalog };

/**
 * Loads the catalogue for a server that starts.
 * @throws Error that lists every problem, file and field first, where the catalogue is broken.
 */
export async function loadCatalog(folder: string): Promise<Catalog> {
  const read = await readCatalog(folder);
  if (read.kind === 'sound') return read.catalog;
  const lines = read.problems.map((problem) => `  ${describeProblem(problem)}`);
  throw new Error(`The catalogue in ${folder} is broken:\n${lines.join('\n')}`);
}
