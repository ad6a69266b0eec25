import type { Account } from '../../brands/accounts.ts';
import type { Brand } from '../../brands/load-brands.ts';
import { lacksRate } from '../../brands/rates-settings.ts';
import type { Catalog, CatalogLack, CatalogMethod } from '../catalog-schema.ts';
import { routesOf } from '../plan-routes.ts';
import { isAnyAccountOn, isRouted } from './check-routes.ts';

type Offering = Pick<Brand, 'accounts' | 'supportUrl' | 'rates'>;

/**
 * Leaves out what the brand lacks for good: methods without a route to its accounts, coins that none of
 * them takes, payouts that none of them makes, and the currencies into which a coin can't be converted.
 * The methods whose accounts are all off are `unoffered`. Adds the brand's support to those that have
 * it.
 */
export function offerTo(brand: Offering | null, catalog: Catalog): Catalog {
  if (brand === null) return catalog;
  const { supportUrl } = brand;
  const lacks: CatalogLack[] = [];
  const all = catalog.methods
    .filter((method) => isRouted(method, brand))
    .flatMap((method) => {
      const { name } = method;
      if (!routesOf(method).some(({ account }) => takes(brand.accounts.get(account), method))) {
        const what = method.coin === undefined ? 'payout' : 'coin';
        lacks.push({ method: name, what, currencies: [] });
        return [];
      }
      const currencies = findUnconverted(method, brand);
      if (currencies.length > 0) lacks.push({ method: name, what: 'rate', currencies });
      const kept = withoutCurrencies(method, currencies);
      return Object.keys(kept.amount_rules).length === 0 ? [] : [kept];
    })
    .map((method) =>
      method.hasSupport === true && supportUrl !== null ? { ...method, supportUrl } : method,
    );
  const isOn = (method: CatalogMethod) => isAnyAccountOn(method, brand);
  const methods = all.filter(isOn);
  return { ...catalog, methods, unoffered: all.filter((one) => !isOn(one)), lacks };
}

/** Whether an account can carry out the payments of a method. */
function takes(account: Account | undefined, { coin, transaction }: CatalogMethod): boolean {
  if (account === undefined) return false;
  const isPayout = transaction === 'withdrawal';
  if (coin === undefined) return !isPayout || paysOut(account);
  const rail = account.rails.get(coin.blockchain);
  return rail?.coins.has(coin.currency) === true && (!isPayout || rail.hotWallet !== null);
}

/** Whether payouts can be made from an account: by its provider, a file for its bank, or a wallet. */
export const paysOut = ({ connector, rails }: Account): boolean =>
  connector.payouts !== null ||
  connector.payoutFile !== undefined ||
  [...rails.values()].some(({ hotWallet }) => hotWallet !== null);

/** Returns the currencies of accounts between which and the method's coin there is never a rate. */
function findUnconverted(
  { coin, transaction, amount_rules }: CatalogMethod,
  { rates }: Pick<Brand, 'rates'>,
): string[] {
  if (coin === undefined) return [];
  return Object.keys(amount_rules).filter((currency) =>
    transaction === 'deposit'
      ? lacksRate(rates, coin.currency, currency)
      : lacksRate(rates, currency, coin.currency),
  );
}

function withoutCurrencies(method: CatalogMethod, currencies: readonly string[]): CatalogMethod {
  if (currencies.length === 0) return method;
  const rules = Object.entries(method.amount_rules);
  const kept = rules.filter(([currency]) => !currencies.includes(currency));
  return { ...method, amount_rules: Object.fromEntries(kept) };
}
