import {
  type AmountLimits,
  type CoinBox,
  compareDecimals,
  decimalsOf,
  fitsCurrency,
  validateAmount,
} from '@kassa/contract';
import type {
  CatalogCountry,
  CatalogGroup,
  CatalogMethod,
  CatalogProblem,
} from './catalog-schema.ts';
import { checkFields } from './check-fields.ts';
import type { Placed } from './read-catalog-file.ts';

/** The entries of all files, each sound by itself. */
export interface CatalogParts {
  methods: readonly Placed<CatalogMethod>[];
  groups: readonly Placed<CatalogGroup>[];
  countries: readonly Placed<CatalogCountry>[];
  coinBoxes: readonly Placed<CoinBox>[];
}

/** The rules between entries and files, which a schema cannot tell. */
export function checkRules(
  parts: CatalogParts,
  hasPciScope: (connector: string) => boolean,
): CatalogProblem[] {
  const groups = new Set(parts.groups.map(({ entry }) => entry.name));
  const countries = new Set(parts.countries.map(({ entry }) => entry.code));
  return [
    ...findDoubles(parts.methods, 'name', ({ name }) => name),
    ...findDoubles(parts.groups, 'name', ({ name }) => name),
    ...findDoubles(parts.countries, 'code', ({ code }) => code),
    ...findDoubles(parts.coinBoxes, 'boxId', ({ boxId }) => boxId),
    ...findUnused(parts),
    ...parts.methods.flatMap((placed) => [
      ...checkReferences(placed, groups, countries),
      ...checkAmounts(placed),
      ...checkFields(placed, hasPciScope),
    ]),
    ...parts.coinBoxes.flatMap(checkCoinBox),
  ];
}

function problemAt(
  { file, path }: Placed<unknown>,
  field: string,
  message: string,
): CatalogProblem {
  return { file, path: `${path}.${field}`, message };
}

function findDoubles<Entry>(
  placed: readonly Placed<Entry>[],
  field: string,
  keyOf: (entry: Entry) => string,
): CatalogProblem[] {
  const first = new Map<string, Placed<Entry>>();
  return placed.flatMap((one) => {
    const key = keyOf(one.entry);
    const earlier = first.get(key);
    if (earlier !== undefined) {
      return [problemAt(one, field, `"${key}" stands already at ${earlier.file}: ${earlier.path}`)];
    }
    first.set(key, one);
    return [];
  });
}

function findUnused({ methods, groups }: CatalogParts): CatalogProblem[] {
  const used = new Set(methods.map(({ entry }) => entry.group));
  return groups
    .filter(({ entry }) => !used.has(entry.name))
    .map((placed) => problemAt(placed, 'name', `no method is in the group "${placed.entry.name}"`));
}

function checkReferences(
  placed: Placed<CatalogMethod>,
  groups: ReadonlySet<string>,
  countries: ReadonlySet<string>,
): CatalogProblem[] {
  const { group, countries: offered } = placed.entry;
  const unknown = offered === '*' ? [] : offered.filter((code) => !countries.has(code));
  return [
    ...(groups.has(group) ? [] : [problemAt(placed, 'group', `"${group}" is not in groups.json`)]),
    ...unknown.map((code) => problemAt(placed, 'countries', `"${code}" is not in countries.json`)),
  ];
}

function checkAmounts(placed: Placed<CatalogMethod>): CatalogProblem[] {
  return Object.entries(placed.entry.amount_rules).flatMap(([currency, limits]) => {
    const problems = checkLimits(placed, currency, limits);
    // Against wrong limits every amount is wrong.
    return problems.length > 0 ? problems : checkRecommended(placed, currency, limits);
  });
}

function checkLimits(
  placed: Placed<CatalogMethod>,
  currency: string,
  { min, max }: AmountLimits,
): CatalogProblem[] {
  const problems: CatalogProblem[] = [];
  const report = (limit: 'min' | 'max', message: string) =>
    problems.push(problemAt(placed, `amount_rules.${currency}.${limit}`, message));
  const decimals = `${currency} has ${decimalsOf(currency)} decimals`;
  if (compareDecimals(min, '0') < 0) report('min', 'must not be below zero');
  if (compareDecimals(max, '0') <= 0) report('max', 'must be more than zero');
  if (compareDecimals(min, max) > 0) report('min', `must not be above max (${max})`);
  if (!fitsCurrency(min, currency)) report('min', decimals);
  if (!fitsCurrency(max, currency)) report('max', decimals);
  return problems;
}

function checkRecommended(
  placed: Placed<CatalogMethod>,
  currency: string,
  limits: AmountLimits,
): CatalogProblem[] {
  const { recommendedAmounts = [] } = placed.entry;
  return recommendedAmounts.flatMap((amount, index) => {
    const message = `${amount} ${currency} cannot be paid within the limits`;
    return validateAmount(amount, currency, limits) === null
      ? []
      : [problemAt(placed, `recommendedAmounts.${index}`, message)];
  });
}

function checkCoinBox(placed: Placed<CoinBox>): CatalogProblem[] {
  const { gcAmount, scAmount, price, priceCurrencyCode } = placed.entry;
  const problems: CatalogProblem[] = [];
  const report = (field: keyof CoinBox, message: string) =>
    problems.push(problemAt(placed, field, message));
  // Gold coins are what is bought; the sweep coins are free and may be none (§1).
  if (compareDecimals(gcAmount, '0') <= 0) report('gcAmount', 'must be more than zero');
  if (compareDecimals(scAmount, '0') < 0) report('scAmount', 'must not be below zero');
  if (compareDecimals(price, '0') <= 0) report('price', 'must be more than zero');
  if (!fitsCurrency(price, priceCurrencyCode)) {
    report('price', `${priceCurrencyCode} has ${decimalsOf(priceCurrencyCode)} decimals`);
  }
  return problems;
}
