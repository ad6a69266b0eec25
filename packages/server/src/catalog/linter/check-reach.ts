import type { ConnectorFactory } from '../../connectors/connector.ts';
import type {
  Catalog,
  CatalogCountry,
  CatalogGroup,
  CatalogMethod,
  CatalogProblem,
} from '../catalog-schema.ts';
import { canShowFields } from '../fields.ts';
import type { CatalogParts } from '../read/check-rules.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';
import { selectOffer } from '../select-methods.ts';

type Connectors = ReadonlyMap<string, Pick<ConnectorFactory, 'isSimulated'>>;

/**
 * Checks that players can reach the whole catalogue: every method has a connector and
 * is offered to some player, its form can be filled in in each of its countries, every country has
 * a deposit method in its own currency, and no group is empty. A server doesn't check this at
 * start, as unreachable entries do no harm.
 * @param connectors - all connectors by name
 */
export function checkReach(
  catalog: Catalog,
  { methods, countries, groups }: Pick<CatalogParts, 'methods' | 'countries' | 'groups'>,
  connectors: Connectors,
): CatalogProblem[] {
  return [
    ...methods.flatMap((placed) => checkMethod(catalog, placed, connectors)),
    ...countries.flatMap((placed) => checkCountry(catalog, placed)),
    ...findEmptyGroups(catalog, groups),
  ];
}

function checkMethod(
  catalog: Catalog,
  placed: Placed<CatalogMethod>,
  connectors: Connectors,
): CatalogProblem[] {
  const { connector, countries, fields = [] } = placed.entry;
  const problems: CatalogProblem[] = [];
  if (!connectors.has(connector)) {
    problems.push(problemAt(placed, 'connector', `there is no connector "${connector}"`));
  }
  if (!isOfferedSomewhere(catalog, placed.entry)) {
    problems.push(problemAt(placed, 'name', 'is offered to no player'));
  }
  if (countries === '*') return problems;
  const closed = countries.filter((country) => !canShowFields(fields, country));
  return [
    ...problems,
    ...closed.map((country) =>
      problemAt(placed, 'countries', `"${country}" has no prefix for the phone that is asked for`),
    ),
  ];
}

/**
 * Whether the method is shown to any player of its countries, with an account in that country's
 * currency or another one, on one of its platforms and in one of its experiment groups, with Apple Pay.
 */
function isOfferedSomewhere(catalog: Catalog, method: CatalogMethod): boolean {
  const { name, amount_rules: rules, transaction, platforms = [], abTestGroups = [] } = method;
  const accounts = new Set(catalog.countries.map(({ currency }) => currency));
  const currencies = Object.keys(rules).filter((currency) => accounts.has(currency));
  const [platform] = platforms;
  const [abTestGroup] = abTestGroups;
  const isShown = (country: string, currency: string) =>
    selectOffer(
      catalog,
      { country, currency },
      { country, currency, platform, abTestGroup, hasApplePay: true },
      transaction,
    ).methods.some((shown) => shown.name === name);
  return catalog.countries
    .filter(({ code }) => method.countries === '*' || method.countries.includes(code))
    .some(({ code }) => currencies.some((currency) => isShown(code, currency)));
}

function checkCountry(catalog: Catalog, placed: Placed<CatalogCountry>): CatalogProblem[] {
  const { code: country, currency } = placed.entry;
  return selectOffer(catalog, { country, currency }, {}).methods.length > 0
    ? []
    : [problemAt(placed, 'currency', `no deposit method of "${country}" takes ${currency}`)];
}

function findEmptyGroups(
  { methods }: Catalog,
  groups: readonly Placed<CatalogGroup>[],
): CatalogProblem[] {
  const used = new Set(methods.map(({ group }) => group));
  return groups
    .filter(({ entry }) => !used.has(entry.name))
    .map((placed) =>
      problemAt(placed, 'name', `there is no method in the group "${placed.entry.name}"`),
    );
}
