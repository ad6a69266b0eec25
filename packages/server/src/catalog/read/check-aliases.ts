import type { CatalogMethod, CatalogProblem } from '../catalog-schema.ts';
import { type Placed, problemAt } from './read-catalog-file.ts';

/**
 * Finds aliases that add nothing to a search (its own names, or an earlier alias, whatever the case
 * and the letters' width), and those that aren't normalized: Unicode NFC, without needless spaces.
 */
export function checkAliases(placed: Placed<CatalogMethod>): CatalogProblem[] {
  const { text, aliases = [] } = placed.entry;
  const known = new Set(Object.values(text).map(fold));
  return aliases.flatMap((alias, index) => {
    const report = (message: string) => [problemAt(placed, `aliases.${index}`, message)];
    const normal = alias.normalize('NFC').trim().replace(/\s+/g, ' ');
    if (alias !== normal) return report(`must be written as "${normal}"`);
    if (!/[\p{L}\p{N}]/u.test(alias)) return report('must have a letter or a digit');
    if (known.has(fold(alias))) return report(`"${alias}" is a name or an alias already`);
    known.add(fold(alias));
    return [];
  });
}

const fold = (name: string) => name.normalize('NFKC').toLowerCase();
