import type { Brand, Brands } from '../../brands/load-brands.ts';
import { describeUnknown, type SettingProblem } from '../../ground/config/parse-settings.ts';
import type { Catalog, CatalogMethod } from '../catalog-schema.ts';
import { routesOf } from '../plan-routes.ts';
import { findCardData } from './check-card-data.ts';

/**
 * Whether a brand offers a method: one of its routes leads to an account of the brand. A method
 * without routes of its own isn't offered while its account is off.
 */
export function isRouted(method: CatalogMethod, { accounts }: Pick<Brand, 'accounts'>): boolean {
  return routesOf(method).some(({ account: name }) => {
    const account = accounts.get(name);
    return account !== undefined && (account.isOn || method.routes !== undefined);
  });
}

/**
 * Finds routes that a brand's payments can't take. Their paths begin with the method's name:
 * `bkash.routes.1.account`. A method that leads only to accounts of other brands is theirs.
 */
export function checkRoutes(
  { methods }: Pick<Catalog, 'methods'>,
  brand: Pick<Brand, 'accounts'>,
  brands: Brands,
): SettingProblem[] {
  return methods.flatMap((method) => {
    if (method.routes === undefined) return [];
    const isForeign = (name: string) =>
      !isRouted(method, brand) && [...brands.values()].some(({ accounts }) => accounts.has(name));
    const problems = method.routes.flatMap(({ account, amount }, index) => {
      const path = `${method.name}.routes.${index}`;
      const message = isForeign(account) ? null : findAccountProblem(method, brand, account);
      return [
        ...(message === null ? [] : [{ path: `${path}.account`, message }]),
        ...(amount !== undefined && method.isPreparationRequired === true
          ? [{ path: `${path}.amount`, message: "isn't known when the method is prepared" }]
          : []),
      ];
    });
    const known = method.routes.flatMap(({ account }) => brand.accounts.get(account) ?? []);
    if (known.length === 0 || known.some(({ isOn }) => isOn)) return problems;
    const path = `${method.name}.routes`;
    return [...problems, { path, message: 'every route leads to an account that is off' }];
  });
}

/** Returns why a method's payments can't be made at an account; null if they can. */
function findAccountProblem(
  { fields = [], transaction }: CatalogMethod,
  { accounts }: Pick<Brand, 'accounts'>,
  name: string,
): string | null {
  const account = accounts.get(name);
  if (account === undefined) return describeUnknown('account of the brand', name, accounts.keys());
  const { connectorName, connector, hasPciScope } = account;
  if (transaction === 'withdrawal' && connector.payouts === null) {
    return `the connector "${connectorName}" of this account has no payouts`;
  }
  const card = fields.find((field) => findCardData(field) === 'number');
  return card === undefined || hasPciScope
    ? null
    : `"${card.name}" asks for a card's number, and the connector "${connectorName}" of this account has no PCI scope`;
}
