import {
  type AccountType,
  CallError,
  type CallResponse,
  type PaymentMethod,
  type Platform,
  paymentMethodSchema,
} from '@kassa/contract';
import type { Catalog, CatalogMethod } from './catalog-schema.ts';
import { canShowFields, showFields } from './fields.ts';

/** What is asked of the catalogue: methods offered in each of these countries, in this currency. */
interface Offer {
  countries: readonly string[];
  currency: string;
  /** Which of their accounts the player plays from; the main one where it is left out. */
  accountType?: AccountType | undefined;
  /** What the player uses and which group of the experiment they are in, where they say so. */
  platform?: Platform | undefined;
  abTestGroup?: string | undefined;
}

type Transaction = CatalogMethod['transaction'];

/** The methods offered in a country and currency, with their groups, both by position (§2). */
export function selectMethods(
  catalog: Catalog,
  offer: Offer,
  transaction: Transaction = 'deposit',
): Pick<CallResponse<'methods-payment-v3'>, 'methods' | 'groups'> {
  const offered = catalog.methods
    .filter(
      (method) =>
        method.transaction === transaction && isOffered(method, offer) && isShown(method, offer),
    )
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
  const [country = ''] = offer.countries.slice(-1);
  const { currency } = offer;
  return { methods: offered.map((method) => showMethod(method, { country, currency })), groups };
}

/** What a widget asks for; what it leaves out is the player's own. */
interface OfferRequest {
  country?: string | undefined;
  currency?: string | undefined;
  platform?: Platform | undefined;
  abTestGroup?: string | undefined;
}

interface Player {
  country: string;
  currency: string;
  accountType?: AccountType;
}

/**
 * The methods that a player sees: those of their own country, narrowed to the region they look at,
 * in the currency asked for where any of these takes it, else in their account's.
 */
export function selectOffer(
  catalog: Catalog,
  { country, currency, accountType }: Player,
  request: OfferRequest,
  transaction: Transaction = 'deposit',
): CallResponse<'methods-payment-v3'> {
  const shownCountry = request.country ?? country;
  const countries = [country, shownCountry];
  const { currency: wanted, platform, abTestGroup } = request;
  const who = { countries, accountType, platform, abTestGroup };
  const isTaken =
    wanted !== undefined &&
    catalog.methods.some(
      (method) =>
        method.transaction === transaction && isOffered(method, { ...who, currency: wanted }),
    );
  const shown = { country: shownCountry, currency: isTaken ? wanted : currency };
  const offer = { ...who, currency: shown.currency };
  return { ...shown, ...selectMethods(catalog, offer, transaction) };
}

/** The regions that the player may look at and would see a method in; their own first, always. */
export function selectCountries(
  catalog: Catalog,
  { country, accountType }: Pick<Player, 'country' | 'accountType'>,
): string[] {
  const offers = (candidate: string) =>
    catalog.methods.some(
      (method) =>
        method.transaction === 'deposit' &&
        isFor(method, accountType) &&
        isIn(method, [country, candidate]),
    );
  const others = catalog.countries.map(({ code }) => code).filter((code) => code !== country);
  return [country, ...others.filter(offers)];
}

/**
 * Finds a deposit method by name, if it is offered there: in the player's own country, and in the
 * region that they look at, which is one of the catalogue's.
 */
export function findMethod(
  catalog: Catalog,
  { name, ...offer }: Offer & { name: string },
  transaction: Transaction = 'deposit',
): CatalogMethod | undefined {
  const [own, ...regions] = offer.countries;
  const isKnown = (region: string) =>
    region === own || catalog.countries.some(({ code }) => code === region);
  if (!regions.every(isKnown)) return undefined;
  return catalog.methods.find(
    (method) =>
      method.name === name && method.transaction === transaction && isOffered(method, offer),
  );
}

/**
 * Requires that a deposit or withdrawal method is offered to a player in any currency.
 * @throws CallError method.unavailable
 */
export function requireOffered(
  { methods }: Pick<Catalog, 'methods'>,
  { country, accountType }: Pick<Player, 'country' | 'accountType'>,
  name: string,
): void {
  const method = methods.find((one) => one.name === name);
  if (method === undefined || !isFor(method, accountType) || !isIn(method, [country])) {
    throw new CallError('method.unavailable', 'This payment method is not offered here.');
  }
}

function isOffered(
  method: CatalogMethod,
  { countries, currency, accountType }: Omit<Offer, 'platform' | 'abTestGroup'>,
): boolean {
  return (
    isFor(method, accountType) &&
    Object.hasOwn(method.amount_rules, currency) &&
    isIn(method, countries)
  );
}

/** The additional account holds investments, which some methods must not feed (§3 `isInvestForbidden`). */
function isFor({ isInvestForbidden = false }: CatalogMethod, accountType?: AccountType): boolean {
  return !isInvestForbidden || accountType !== 'additional';
}

/**
 * What only narrows the list: who doesn't say what they use sees what is for any, and so does who is
 * in no group of the experiment. A payment is refused for neither, as both are the player's own word.
 */
function isShown(
  { platforms, abTestGroups }: CatalogMethod,
  { platform, abTestGroup }: Pick<Offer, 'platform' | 'abTestGroup'>,
): boolean {
  return (
    (platforms === undefined || (platform !== undefined && platforms.includes(platform))) &&
    (abTestGroups === undefined ||
      (abTestGroup !== undefined && abTestGroups.includes(abTestGroup)))
  );
}

function isIn(method: CatalogMethod, countries: readonly string[]): boolean {
  const { countries: offered, fields = [] } = method;
  const [shown = ''] = countries.slice(-1);
  // What it must know, but can't ask there, would reach the provider without it.
  if (!canShowFields(fields, shown)) return false;
  return offered === '*' || countries.every((country) => offered.includes(country));
}

function byPosition(left: { position: number }, right: { position: number }): number {
  return left.position - right.position;
}

/** What each method shows in a currency, where it shows the same everywhere: most of what a long list costs. */
const shownEverywhere = new WeakMap<CatalogMethod, Map<string, PaymentMethod>>();

/**
 * What the widget may see, as the contract has it: where a method is offered and who takes its payments
 * stay here, and so does what holds for other currencies than the list's. A phone's field is another in
 * each country.
 */
function showMethod(
  method: CatalogMethod,
  { country, currency }: { country: string; currency: string },
): PaymentMethod {
  const { countries, connector, group, transaction, platforms, abTestGroups, ...rest } = method;
  const show = (fields: object) =>
    paymentMethodSchema.parse({ ...rest, ...narrowTo(method, currency), ...fields });
  if (method.fields?.some(({ type }) => type === 'phone_with_prefix')) {
    return show({ fields: showFields(method.fields, country) });
  }
  const known = shownEverywhere.get(method) ?? new Map<string, PaymentMethod>();
  const shown = known.get(currency) ?? show({});
  shownEverywhere.set(method, known.set(currency, shown));
  return shown;
}

/** Of what a method says for each currency, what it says for one. */
function narrowTo(
  { amount_rules, prefilledAmount, fee }: CatalogMethod,
  currency: string,
): Partial<PaymentMethod> {
  const pick = <Value>(values: Record<string, Value>): Record<string, Value> =>
    Object.fromEntries(Object.entries(values).filter(([code]) => code === currency));
  return {
    amount_rules: pick(amount_rules),
    ...(prefilledAmount && { prefilledAmount: pick(prefilledAmount) }),
    ...(fee?.fixed && { fee: { ...fee, fixed: pick(fee.fixed) } }),
  };
}
