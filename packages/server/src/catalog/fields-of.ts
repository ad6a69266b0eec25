import type { Core } from '../core.ts';
import type { CatalogField } from './catalog-schema.ts';

/**
 * The fields of a withdrawal's method as the catalogue has them now; none where it has
 * the method no more.
 */
export function fieldsOf(
  core: Pick<Core, 'catalogOf'>,
  { brand_id: brandId, payment_method: name }: { brand_id: string; payment_method: string },
): readonly CatalogField[] {
  const method = core.catalogOf(brandId).methods.find((candidate) => candidate.name === name);
  return method?.fields ?? [];
}
