import type { Brand, Brands } from '../../brands/load-brands.ts';
import { describeUnknown } from '../../ground/config/parse-settings.ts';
import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { routesOf } from '../plan-routes.ts';
import { findCardData } from './check-card-data.ts';
import { hasPayerFee } from './check-payer-fee.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/** Whether a brand has an account, on or off, that one of a method's routes leads to. */
export function isRouted(method: CatalogMethod, { accounts }: Pick<Brand, 'accounts'>): boolean {
  return routesOf(method).some(({ account }) => accounts.has(account));
}

/** Whether one of a method's routes leads to an account of the brand that is on. */
export function isAnyAccountOn(
  method: CatalogMethod,
  { accounts }: Pick<Brand, 'accounts'>,
): boolean {
  return routesOf(method).some(({ account }) => accounts.get(account)?.isOn === true);
}

/**
 * Finds routes of a method that a brand's payments can't take.
 * @param others - the brands whose method it may be instead; none if it is the brand's own
 */
export function checkRoutes(
  placed: Placed<CatalogMethod>,
  brand: Pick<Brand, 'id' | 'accounts'>,
  others: Brands,
): CatalogProblem[] {
  const method = placed.entry;
  if (method.routes === undefined) return [];
  const isForeign = (name: string) =>
    !isRouted(method, brand) && [...others.values()].some(({ accounts }) => accounts.has(name));
  return method.routes.flatMap(({ account, amount }, index) => {
    const message = isForeign(account) ? null : findAccountProblem(method, brand, account);
    return [
      ...(message === null ? [] : [problemAt(placed, `routes.${index}.account`, message)]),
      ...(amount !== undefined && method.isPreparationRequired === true
        ? [problemAt(placed, `routes.${index}.amount`, "isn't known when the method is prepared")]
        : []),
    ];
  });
}

/** Returns why a method's payments can't be made at an account; null if they can. */
function findAccountProblem(
  method: CatalogMethod,
  { id, accounts }: Pick<Brand, 'id' | 'accounts'>,
  name: string,
): string | null {
  const { fields = [], transaction } = method;
  const account = accounts.get(name);
  if (account === undefined) return describeUnknown(`account of ${id}`, name, accounts.keys());
  const { connectorName, connector, hasPciScope, canChargeFee, usesRequisites, rails } = account;
  const rail = method.coin && rails.get(method.coin.blockchain);
  if (transaction === 'withdrawal' && rail !== undefined && rail.hotWallet === null) {
    return `this account pays nobody on ${rail.blockchain}`;
  }
  if (transaction === 'withdrawal' && rail === undefined && connector.payouts === null) {
    return `the connector "${connectorName}" of this account has no payouts`;
  }
  if (hasPayerFee(method) && !canChargeFee) {
    return `the connector "${connectorName}" of this account can't charge the method's fee on top`;
  }
  if (method.hasOpenAmount === true && usesRequisites) {
    return `the connector "${connectorName}" of this account gives accounts for one exact amount`;
  }
  if (method.coin !== undefined && rail === undefined) {
    return `this account doesn't watch ${method.coin.blockchain}`;
  }
  const card = fields.find((field) => findCardData(field) === 'number');
  return card === undefined || hasPciScope
    ? null
    : `"${card.name}" asks for a card's number, and the connector "${connectorName}" of this account has no PCI scope`;
}
