import type { CallResponse, PaymentMethod } from '@kassa/contract';
import type { Caller } from '../players/caller.ts';
import type { Catalog, CatalogMethod } from './catalog-schema.ts';

/** What is asked of the catalogue: methods offered in each of these countries, in this currency. */
interface Offer {
  countries: readonly string[];
  currency: string;
}

type Transaction = CatalogMethod['transaction'];

/** The methods offered in a country and currency, with their groups, both by position (§2). */
export function selectMethods(
  catalog: Catalog,
  offer: Offer,
  transaction: Transaction = 'deposit',
): Pick<CallResponse<'methods-payment-v3'>, 'methods' | 'groups'> {
  const offered = catalog.methods
    .filter((method) => method.transaction === transaction && isOffered(method, offer))
    .sort(byPosition);
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

/** What a widget asks for; what it leaves out is the player's own. */
interface OfferRequest {
  country?: string | undefined;
  currency?: string | undefined;
}

/**
 * The methods that a player sees: those of their own country, narrowed to the region they look at,
 * in the currency asked for where any method takes it, else in their account's.
 */
export function selectOffer(
  catalog: Catalog,
  { country, currency }: Pick<Caller, 'country' | 'currency'>,
  request: OfferRequest,
  transaction: Transaction = 'deposit',
): CallResponse<'methods-payment-v3'> {
  const wanted = request.currency;
  const isTaken = catalog.methods.some((method) =>
    Object.hasOwn(method.amount_rules, wanted ?? ''),
  );
  const shown = { country: request.country ?? country, currency: (isTaken && wanted) || currency };
  const offer = { countries: [country, shown.country], currency: shown.currency };
  return { ...shown, ...selectMethods(catalog, offer, transaction) };
}

/** The regions with methods of their own that a player may look at, the player's own first. */
export function selectCountries(catalog: Catalog, { country }: Pick<Caller, 'country'>): string[] {
  const offers = (candidate: string) =>
    catalog.methods.some(
      ({ transaction, countries }) =>
        transaction === 'deposit' && (countries === '*' || countries.includes(candidate)),
    );
  const others = catalog.countries.map(({ code }) => code).filter((code) => code !== country);
  return [country, ...others.filter(offers)];
}

/** Finds a deposit method by name, if it is offered there. */
export function findMethod(
  catalog: Catalog,
  { name, ...offer }: Offer & { name: string },
): CatalogMethod | undefined {
  return catalog.methods.find(
    (method) =>
      method.name === name && method.transaction === 'deposit' && isOffered(method, offer),
  );
}

function isOffered(method: CatalogMethod, { countries, currency }: Offer): boolean {
  const isIn = (country: string) => method.countries === '*' || method.countries.includes(country);
  return countries.every(isIn) && Object.hasOwn(method.amount_rules, currency);
}

function byPosition(left: { position: number }, right: { position: number }): number {
  return left.position - right.position;
}

/** What the widget may see: where a method is offered and who takes its payments stay here. */
function showMethod({
  countries,
  connector,
  group,
  transaction,
  ...shown
}: CatalogMethod): PaymentMethod {
  return shown;
}
