import { badgeOf, badgeSchema, cardViewTypes, fieldTypes } from '@kassa/contract';
import { type Catalog, type CatalogMethod, catalogMethodSchema } from '../catalog-schema.ts';

/** Routes name an operator's own accounts, so the shipped catalogue has none. */
const { routes: _, ...sharedShape } = catalogMethodSchema.shape;

/** How many methods use each kind, badge, field type and attribute; 0 if none does. */
export interface CatalogCoverage {
  cardViewTypes: ReadonlyMap<string, number>;
  badges: ReadonlyMap<string, number>;
  fieldTypes: ReadonlyMap<string, number>;
  attributes: ReadonlyMap<string, number>;
}

/** Counts the features that the catalogue's methods use, by the contract's lists (§3, §9). */
export function measureCoverage({ methods }: Pick<Catalog, 'methods'>): CatalogCoverage {
  const count = (names: readonly string[], namesOf: (method: CatalogMethod) => readonly string[]) =>
    countNames(names, methods.map(namesOf));
  return {
    cardViewTypes: count(Object.keys(cardViewTypes), ({ cardViewType }) =>
      Object.entries(cardViewTypes).flatMap(([name, number]) =>
        number === cardViewType ? [name] : [],
      ),
    ),
    badges: count(badgeSchema.options, (method) => [badgeOf(method) ?? []].flat()),
    fieldTypes: count(fieldTypes, ({ fields = [] }) => [
      ...new Set(fields.map(({ type }) => type)),
    ]),
    attributes: count(Object.keys(sharedShape), Object.keys),
  };
}

function countNames(
  names: readonly string[],
  used: readonly (readonly string[])[],
): ReadonlyMap<string, number> {
  const counts = new Map(names.map((name): [string, number] => [name, 0]));
  for (const name of used.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

const words: Record<keyof CatalogCoverage, string> = {
  cardViewTypes: 'is of the card view type',
  badges: 'has the badge',
  fieldTypes: 'has a field of the type',
  attributes: 'has the attribute',
};

/**
 * Lists the features that no method uses, one line each. The shipped catalogue must show them all.
 */
export function listUncovered(coverage: CatalogCoverage): string[] {
  return (Object.keys(words) as (keyof CatalogCoverage)[]).flatMap((part) =>
    [...coverage[part]]
      .filter(([, count]) => count === 0)
      .map(([name]) => `no method ${words[part]} "${name}"`),
  );
}

/** Summarizes the catalogue in a few lines. */
export function summarizeCatalog(catalog: Catalog, coverage: CatalogCoverage): string[] {
  const { methods, groups, countries, cardSchemes, cardIssuers } = catalog;
  const deposits = methods.filter(({ transaction }) => transaction === 'deposit');
  const samples = cardIssuers.filter(({ isSample }) => isSample);
  const currencies = new Set(methods.flatMap((method) => Object.keys(method.amount_rules)));
  const list = (counts: ReadonlyMap<string, number>) =>
    [...counts].map(([name, count]) => `${name} ${count}`).join(', ');
  return [
    `The catalogue is valid: ${deposits.length} deposit and ${methods.length - deposits.length} withdrawal methods ` +
      `in ${groups.length} groups, for ${countries.length} countries, in ${currencies.size} currencies.`,
    `Cards: ${cardSchemes.length} schemes, ${cardIssuers.length} issuers (${samples.length} of them samples).`,
    `Card view types: ${list(coverage.cardViewTypes)}.`,
    `Badges: ${list(coverage.badges)}.`,
    `Field types: ${list(coverage.fieldTypes)}.`,
  ];
}
