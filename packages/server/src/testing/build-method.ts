import type { CatalogMethod } from '../catalog/catalog-schema.ts';

/** Builds a deposit method in euros, offered in Germany; `part` replaces some of its fields. */
export function buildMethod(name: string, part: Partial<CatalogMethod> = {}): CatalogMethod {
  return {
    name,
    category: 'card',
    cardViewType: 1,
    text: { en: name },
    amount_rules: { EUR: { min: '5', max: '500' } },
    position: 10,
    iconIds: ['visa'],
    countries: ['de'],
    connector: 'sandbox',
    group: 'cards',
    transaction: 'deposit',
    ...part,
  };
}
