import type { Brands } from '../../brands/load-brands.ts';
import type { Catalog } from '../catalog-schema.ts';
import { readCatalog } from './read-catalog.ts';
import { describeProblem } from './read-catalog-file.ts';

/** What each brand can offer: the methods whose connectors it has, by brand id. */
export function buildBrandCatalogs(catalog: Catalog, brands: Brands): Map<string, Catalog> {
  return new Map(
    [...brands].map(([id, { connectors }]) => {
      const methods = catalog.methods.filter(({ connector }) => connectors.has(connector));
      return [id, { ...catalog, methods }];
    }),
  );
}

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
