import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * Checks that a method with a coin leads to a connector of chains, and no other method does; that
 * its limits are in the coin; that the payer of a deposit decides the amount, and a withdrawal asks
 * for an address. Where a method has routes, `checkRoutes` asks the first of their accounts.
 */
export function checkCoin(
  placed: Placed<CatalogMethod>,
  usesChains: (connector: string) => boolean,
): CatalogProblem[] {
  const { coin, connector, routes, amount_rules } = placed.entry;
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
    ...checkDirection(placed),
  ];
}

function checkDirection(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { transaction, hasOpenAmount = false, fields = [] } = placed.entry;
  if (transaction === 'deposit') {
    if (hasOpenAmount) return [];
    const message = 'must be true, as the sender of a coin decides the amount';
    return [problemAt(placed, 'hasOpenAmount', message)];
  }
  const asksAddress = fields.some(
    ({ name, type, isOptional = false }) => name === 'address' && type === 'text' && !isOptional,
  );
  return asksAddress
    ? []
    : [problemAt(placed, 'fields', 'need a required text field "address" for a coin')];
}
