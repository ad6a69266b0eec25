import { knownCurrencies } from '@kassa/contract';
import type { CatalogProblem } from '../catalog-schema.ts';
import type { CatalogParts } from '../read/check-rules.ts';
import { problemAt } from '../read/read-catalog-file.ts';

const known: ReadonlySet<string> = new Set(knownCurrencies);
const message = 'is not a currency of packages/contract/src/currencies.ts';

/**
 * Finds unknown currencies, which are misspelt in the shipped catalogue. An operator's own
 * catalogue may have a currency of its own.
 */
export function checkCurrencies({
  methods,
  countries,
}: Pick<CatalogParts, 'methods' | 'countries'>): CatalogProblem[] {
  return [
    ...methods.flatMap((placed) =>
      Object.keys(placed.entry.amount_rules)
        .filter((currency) => !known.has(currency))
        .map((currency) => problemAt(placed, `amount_rules.${currency}`, message)),
    ),
    ...countries
      .filter(({ entry }) => !known.has(entry.currency))
      .map((placed) => problemAt(placed, 'currency', message)),
  ];
}
