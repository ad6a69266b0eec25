import type { Catalog, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';

/**
 * Checks the deposits that a withdrawal method pays back: each is a deposit method that some player
 * of the withdrawal is offered, and a card is paid back by the connector that knows it. A server
 * doesn't check this at start, so that a brand may remove a deposit method alone.
 */
export function checkPaysBack(
  { methods }: Pick<Catalog, 'methods'>,
  placed: readonly Placed<CatalogMethod>[],
): CatalogProblem[] {
  const deposits = new Map(
    methods
      .filter(({ transaction }) => transaction === 'deposit')
      .map((method) => [method.name, method]),
  );
  return placed.flatMap((one) =>
    (one.entry.paysBack ?? []).flatMap((name, index) => {
      const fault = findFault(one.entry, name, deposits.get(name));
      return fault === null ? [] : [problemAt(one, `paysBack.${index}`, fault)];
    }),
  );
}

function findFault(
  withdrawal: CatalogMethod,
  name: string,
  deposit: CatalogMethod | undefined,
): string | null {
  if (deposit === undefined) return `there is no deposit method "${name}"`;
  if (!isNeighbour(withdrawal.countries, deposit.countries)) {
    return `"${name}" is offered in none of its countries`;
  }
  const areRouted = withdrawal.routes !== undefined || deposit.routes !== undefined;
  const knowsCard = areRouted || withdrawal.connector === deposit.connector;
  return withdrawal.paysToInstrument !== true || knowsCard
    ? null
    : `"${name}" is paid at "${deposit.connector}", which alone knows its cards`;
}

function isNeighbour(one: CatalogMethod['countries'], other: CatalogMethod['countries']): boolean {
  if (one === '*' || other === '*') return true;
  return one.some((country) => other.includes(country));
}
