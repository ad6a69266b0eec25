import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * Checks that a method whose payer decides the amount isn't paid to the operator's own accounts: a
 * transfer finds its deposit by the exact amount. Where a method has routes, `checkRoutes` asks
 * that of their accounts.
 */
export function checkOpenAmount(
  placed: Placed<CatalogMethod>,
  usesRequisites: (connector: string) => boolean,
): CatalogProblem[] {
  const { hasOpenAmount, connector, routes } = placed.entry;
  if (hasOpenAmount !== true || routes !== undefined || !usesRequisites(connector)) return [];
  const message = `the connector "${connector}" gives accounts for one exact amount`;
  return [problemAt(placed, 'hasOpenAmount', message)];
}
