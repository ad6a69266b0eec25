import { compareDecimals } from '@kassa/contract';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** Whether a deposit method charges its players a fee on top. */
export function hasPayerFee({ fee, transaction }: CatalogMethod): boolean {
  if (fee === undefined || transaction === 'withdrawal') return false;
  const parts = [fee.percent ?? '0', ...Object.values(fee.fixed ?? {})];
  return parts.some((part) => compareDecimals(part, '0') > 0);
}

/**
 * Checks that a method's connector can charge the fee that its players are told. Where a method has
 * routes, `checkRoutes` asks that of their accounts.
 */
export function checkPayerFee(
  placed: Placed<CatalogMethod>,
  canChargeFee: (connector: string) => boolean,
): CatalogProblem[] {
  const { connector, routes } = placed.entry;
  if (routes !== undefined || !hasPayerFee(placed.entry) || canChargeFee(connector)) return [];
  return [problemAt(placed, 'fee', `the connector "${connector}" can't charge a fee on top`)];
}
