import { CallError, compareDecimals, type Decimal, fitsCurrency } from '@kassa/contract';
import type { Catalog, CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import type { Core } from '../../core/core.ts';
import { describeUnknown } from '../../ground/config/parse-settings.ts';
import type { RequisiteSettings } from '../../money/requisites/add-requisite.ts';

/**
 * Returns the account of the connector `requisites` that a request means: by default the only one.
 * @throws CallError request.invalid
 */
export function resolveAccount(
  { brands }: Pick<Core, 'brands'>,
  brandId: string,
  name: string | undefined,
): string {
  const pools = [...(brands.get(brandId)?.accounts.values() ?? [])]
    .filter(({ usesRequisites }) => usesRequisites)
    .map((account) => account.name);
  const [only] = pools;
  if (only === undefined) {
    throw invalid('account', 'the brand has no account of the connector "requisites"');
  }
  if (name === undefined && pools.length > 1) {
    throw invalid('account', `must be one of ${pools.join(', ')}`);
  }
  if (name !== undefined && !pools.includes(name)) {
    throw invalid('account', describeUnknown('account of "requisites"', name, pools));
  }
  return name ?? only;
}

/**
 * Checks that a requisite can be given to deposits: by each of its methods, within its limits.
 * @throws CallError request.invalid, naming the first wrong field
 */
export function checkSettings(catalog: Catalog, settings: RequisiteSettings): void {
  checkLimits(settings);
  // A method whose accounts are all off isn't offered, and its accounts can be prepared all the same.
  const known = [...catalog.methods, ...(catalog.unoffered ?? [])];
  for (const name of settings.methods) {
    const method = known.find((one) => one.name === name);
    const problem =
      method === undefined
        ? describeUnknown(
            'method',
            name,
            known.map((one) => one.name),
          )
        : findMethodProblem(method, settings);
    if (problem !== null) throw invalid('methods', `"${name}" ${problem}`);
  }
}

function checkLimits({
  currency,
  min_amount,
  max_amount,
  day_amount_limit,
}: RequisiteSettings): void {
  const amounts = {
    minAmount: min_amount,
    maxAmount: max_amount,
    dayAmountLimit: day_amount_limit,
  };
  for (const [field, amount] of Object.entries(amounts)) {
    if (amount !== null && !fitsCurrency(amount, currency)) {
      throw invalid(field, `has more decimals than ${currency}`);
    }
  }
  if (isAbove(min_amount, max_amount)) throw invalid('minAmount', 'is above maxAmount');
  if (isAbove(max_amount, day_amount_limit)) throw invalid('maxAmount', 'is above dayAmountLimit');
  if (isAbove(min_amount, day_amount_limit)) throw invalid('minAmount', 'is above dayAmountLimit');
}

/** Returns why a method's deposits never get the account; null if they can. */
function findMethodProblem(
  method: CatalogMethod,
  { account, country, currency, ...settings }: RequisiteSettings,
): string | null {
  const { transaction, countries, amount_rules } = method;
  if (transaction !== 'deposit') return 'is for withdrawals';
  if (!routesOf(method).some((route) => route.account === account)) {
    return `has no route to the account "${account}"`;
  }
  if (countries !== '*' && !countries.includes(country)) return `isn't offered in "${country}"`;
  const rule = amount_rules[currency];
  if (rule === undefined) return `isn't offered in ${currency}`;
  const most = settings.max_amount ?? settings.day_amount_limit;
  if (isAbove(settings.min_amount, rule.max)) return `takes at most ${rule.max} ${currency}`;
  return isAbove(rule.min, most) ? `takes at least ${rule.min} ${currency}` : null;
}

function isAbove(amount: Decimal | null, limit: Decimal | null): boolean {
  return amount !== null && limit !== null && compareDecimals(amount, limit) > 0;
}

function invalid(field: string, message: string): CallError {
  return new CallError('request.invalid', `${field}: ${message}`, { field });
}
