import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * Checks that a method with a coin leads to a connector that watches chains, and no other method
 * does; that its limits are in the coin; and that its payer decides the amount. Where a method has
 * routes, `checkRoutes` asks the first of their accounts.
 */
export function checkCoin(
  placed: Placed<CatalogMethod>,
  usesChains: (connector: string) => boolean,
): CatalogProblem[] {
  const { coin, connector, routes, amount_rules, hasOpenAmount = false } = placed.entry;
  const report = (field: string, message: string) => [problemAt(placed, field, message)];
  const isWatched = routes !== undefined || usesChains(connector);
  if (coin === undefined) {
    const needsCoin = routes === undefined && isWatched;
    return needsCoin ? report('coin', `is missing: "${connector}" gives addresses of coins`) : [];
  }
  if (!isWatched) return report('coin', `the connector "${connector}" watches no chain`);
  return [
    ...(Object.hasOwn(amount_rules, coin.currency)
      ? []
      : report('coin', `needs limits in ${coin.currency} in amount_rules`)),
    ...(hasOpenAmount
      ? []
      : report('hasOpenAmount', 'must be true, as the sender of a coin decides the amount')),
  ];
}
