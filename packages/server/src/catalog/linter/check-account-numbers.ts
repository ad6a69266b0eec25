import { type AccountNumberKind, accountNumberKinds } from '@kassa/contract';
import type { CatalogField, CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from '../read/read-catalog-file.ts';

/**
 * Checks that a field named after a kind of account number, in a deposit as in a withdrawal, has its
 * check digits verified. A server doesn't check this at start, so that a brand's older overlay loads.
 */
export function checkAccountNumbers(placed: readonly Placed<CatalogMethod>[]): CatalogProblem[] {
  return placed.flatMap((one) =>
    (one.entry.fields ?? []).flatMap((field, index) => {
      const missing = findMissing(field);
      if (missing === null) return [];
      const [property, kind] = missing;
      const message = `must be "${kind}", as the field's name says`;
      return [problemAt(one, `fields.${index}.${property}`, message)];
    }),
  );
}

/** The kinds by the names of fields; wallets of Argentina have a CVU, with the digits of a CBU. */
const kinds: ReadonlyMap<string, AccountNumberKind> = new Map([
  ...accountNumberKinds.map((kind) => [kind, kind] as const),
  ['cvu', 'cbu'],
]);

function findMissing(field: CatalogField): ['accountNumber' | 'taxId', string] | null {
  if (field.type !== 'text' && field.type !== 'text_uppercase') return null;
  const { name, alias = name, placeholder_key: label = name, accountNumber, taxId } = field;
  const words = [name, alias, label.replace(/^field\./, '')].map((word) => word.toLowerCase());
  const [kind] = words.flatMap((word) => kinds.get(word) ?? []);
  if (kind !== undefined && accountNumber !== kind) return ['accountNumber', kind];
  return words.includes('rut') && taxId !== 'rut' ? ['taxId', 'rut'] : null;
}
