import type { Brands } from '../brands/load-brands.ts';
import type { Catalog } from './catalog-schema.ts';

/** What each brand can offer: the methods whose connectors it has, by brand id. */
export function buildBrandCatalogs(catalog: Catalog, brands: Brands): Map<string, Catalog> {
  return new Map(
    [...brands].map(([id, { connectors }]) => {
      const methods = catalog.methods.filter(({ connector }) => connectors.has(connector));
      return [id, { ...catalog, methods }];
    }),
  );
}
