import type { CallResponse, PaymentMethod } from '@kassa/contract';
import type { Catalog, CatalogMethod } from './catalog-schema.ts';

/** What is asked of the catalogue: methods offered in each of these countries, in this currency. */
interface Offer {
  countries: readonly string[];
  currency: string;
}

/** The methods offered in a country and currency, with their groups, both by position (§2). */
export function selectMethods(catalog: Catalog, offer: Offer): CallResponse<'methods-payment-v3'> {
  const offered = catalog.methods.filter((method) => isOffered(method, offer)).sort(byPosition);
  const groups = catalog.groups
    .map((group) => ({
      ...group,
      paymentMethods: offered
        .filter((method) => method.group === group.name)
        .map(({ name }) => name),
    }))
    .filter(({ paymentMethods }) => paymentMethods.length > 0)
    .sort(byPosition);
  return { methods: offered.map(showMethod), groups };
}

/** Finds a method by name, if it is offered there. */
export function findMethod(
  catalog: Catalog,
  { name, ...offer }: Offer & { name: string },
): CatalogMethod | undefined {
  return catalog.methods.find((method) => method.name === name && isOffered(method, offer));
}

function isOffered(method: CatalogMethod, { countries, currency }: Offer): boolean {
  const isIn = (country: string) => method.countries === '*' || method.countries.includes(country);
  return countries.every(isIn) && Object.hasOwn(method.amount_rules, currency);
}

function byPosition(left: { position: number }, right: { position: number }): number {
  return left.position - right.position;
}

/** What the widget may see: where a method is offered and who takes its payments stay here. */
function showMethod({ countries, connector, group, ...shown }: CatalogMethod): PaymentMethod {
  return shown;
}
