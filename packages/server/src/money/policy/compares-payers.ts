import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import type { Core } from '../../core/core.ts';

/**
 * Whether the payers of a method's deposits are compared with the player: for the deposit of a transfer to
 * an own account, and for the rule of payouts `thirdParty`.
 */
export function comparesPayers(
  { brands }: Pick<Core, 'brands'>,
  { brandId }: { brandId: string },
  method: Pick<CatalogMethod, 'routes' | 'connector'>,
): boolean {
  const brand = brands.get(brandId);
  if (brand === undefined) return false;
  if (brand.withdrawals.thirdParty !== 'off') return true;
  return routesOf(method).some(({ account }) => brand.accounts.get(account)?.usesRequisites);
}
