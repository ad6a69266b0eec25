import type { Brands } from '../../brands/load-brands.ts';
import { describeProblem as describeSetting } from '../../ground/config/parse-settings.ts';
import type { Catalog } from '../catalog-schema.ts';
import { checkRoutes, isRouted } from './check-routes.ts';
import { readCatalog } from './read-catalog.ts';
import { describeProblem } from './read-catalog-file.ts';

/**
 * Returns each brand's catalogue by brand id: the methods with a route to an account of the brand.
 * @throws Error that lists every route which a brand can't take, if there is one.
 */
export function buildBrandCatalogs(catalog: Catalog, brands: Brands): Map<string, Catalog> {
  const problems = [...brands.values()].flatMap((brand) =>
    checkRoutes(catalog, brand, brands).map((one) => `  ${brand.id}: ${describeSetting(one)}`),
  );
  if (problems.length > 0) throw new Error(`Routes are misconfigured:\n${problems.join('\n')}`);
  return new Map(
    [...brands].map(([id, brand]) => {
      const methods = catalog.methods.filter((method) => isRouted(method, brand));
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
