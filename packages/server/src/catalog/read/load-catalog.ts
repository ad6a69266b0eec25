import type { Brands } from '../../brands/load-brands.ts';
import type { Catalog } from '../catalog-schema.ts';
import { readCatalog } from './read-catalog.ts';
import { describeProblem } from './read-catalog-file.ts';

/** Returns each brand's catalogue by brand id: the methods with an account of the brand. */
export function buildBrandCatalogs(catalog: Catalog, brands: Brands): Map<string, Catalog> {
  return new Map(
    [...brands].map(([id, { accounts }]) => {
      const methods = catalog.methods.filter(({ connector }) => accounts.has(connector));
      return [id, { ...catalog, methods }];
    }),
  );
}

export type { Catalog };

/**
 * Loads the catalogue at the server's start.
 * @throws Error that lists every problem with its file and field, if the catalogue is invalid.
 */
export async function loadCatalog(folder: string): Promise<Catalog> {
  const read = await readCatalog(folder);
  if (read.kind === 'sound') return read.catalog;
  const lines = read.problems.map((problem) => `  ${describeProblem(problem)}`);
  throw new Error(`The catalogue in ${folder} is invalid:\n${lines.join('\n')}`);
}
