import {
  type AccountType,
  blockchains,
  CallError,
  type CallResponse,
  cardViewTypes,
  confirmationMinutesOf,
  methodLimits,
  type PayerBank,
  type PaymentMethod,
  type Platform,
  paymentMethodSchema,
} from '@kassa/contract';
import {
  type Catalog,
  type CatalogMethod,
  isCaptchaNeeded,
  isCoinDeposit,
} from './catalog-schema.ts';
import { canShowFields, showFields } from './fields.ts';

/** A filter of the catalogue: methods offered in all of these countries, in this currency. */
interface Offer {
  countries: readonly string[];
  currency: string;
  /** The account that the player plays with; the main one by default. */
  accountType?: AccountType | undefined;
  /** The player's platform and experiment group, if the widget sends them. */
  platform?: Platform | undefined;
  abTestGroup?: string | undefined;
  /** Whether the player's device has Apple Pay. */
  hasApplePay?: boolean | undefined;
}

type Transaction = CatalogMethod['transaction'];

/**
 * Whether a coin package can be paid with a method. What the sellers of an on-ramp deliver is seldom the
 * exact price.
 */
export const paysPackages = ({ cardViewType }: Pick<CatalogMethod, 'cardViewType'>): boolean =>
  cardViewType !== cardViewTypes.onramp;

/**
 * Returns the methods offered in a country and currency, with their groups, both by position (§2).
 */
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
  const methods = offered.map((method) => {
    const shown = showMethod(method, { country, currency });
    return isOneWay(catalog, method, offer) ? { ...shown, isOneWay: true } : shown;
  });
  return { methods, groups };
}

/** Whether the player can deposit a coin on a chain on which they can withdraw none. */
function isOneWay(
  { methods, unoffered = [] }: Catalog,
  { coin, transaction }: CatalogMethod,
  offer: Offer,
): boolean {
  if (coin === undefined || transaction !== 'deposit') return false;
  // A withdrawal that is off for now is still a way back.
  return ![...methods, ...unoffered].some(
    (other) =>
      other.transaction === 'withdrawal' &&
      other.coin?.currency === coin.currency &&
      other.coin.blockchain === coin.blockchain &&
      isFor(other, offer.accountType) &&
      isIn(other, offer.countries),
  );
}

/** A widget's request; the player's own values are the defaults. */
interface OfferRequest {
  country?: string | undefined;
  currency?: string | undefined;
  platform?: Platform | undefined;
  abTestGroup?: string | undefined;
  hasApplePay?: boolean | undefined;
}

interface Player {
  country: string;
  currency: string;
  accountType?: AccountType;
}

/**
 * Returns the methods that a player sees: those of the player's country, narrowed to the selected
 * region, in the requested currency if any of them supports it, else in the account's currency.
 */
export function selectOffer(
  catalog: Catalog,
  { country, currency, accountType }: Player,
  request: OfferRequest,
  transaction: Transaction = 'deposit',
): CallResponse<'methods-payment-v3'> {
  const shown = resolvePlace(catalog, { country, currency, accountType }, request, transaction);
  const { platform, abTestGroup, hasApplePay } = request;
  const countries = [country, shown.country];
  const said = { platform, abTestGroup, hasApplePay };
  const offer = { countries, accountType, currency: shown.currency, ...said };
  return { ...shown, ...selectMethods(catalog, offer, transaction) };
}

/** Returns the country and the currency of the methods that a player sees ({@link selectOffer}). */
export function resolvePlace(
  catalog: Pick<Catalog, 'methods'>,
  { country, currency, accountType }: Player,
  { country: selected = country, currency: wanted }: OfferRequest,
  transaction: Transaction = 'deposit',
): Pick<Player, 'country' | 'currency'> {
  const countries = [country, selected];
  const isTaken =
    wanted !== undefined &&
    catalog.methods.some(
      (method) =>
        method.transaction === transaction &&
        isOffered(method, { countries, accountType, currency: wanted }),
    );
  return { country: selected, currency: isTaken ? wanted : currency };
}

/**
 * Returns the player's own country, and then the regions in which the player would see a method.
 */
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

/** Finds a method of the brand by name, whether or not one of its accounts is on. */
export function findBrandMethod(
  { methods, unoffered = [] }: Pick<Catalog, 'methods' | 'unoffered'>,
  name: string,
): CatalogMethod | undefined {
  const isNamed = (method: CatalogMethod) => method.name === name;
  return methods.find(isNamed) ?? unoffered.find(isNamed);
}

/**
 * Shows a method of the brand to a player who has a deposit of it, whether or not it is still
 * offered. Null where the brand no longer has it.
 */
export function showMethodOf(
  catalog: Pick<Catalog, 'methods' | 'unoffered'>,
  {
    payment_method,
    country,
    currency,
  }: { payment_method: string; country: string; currency: string },
): PaymentMethod | null {
  const method = findBrandMethod(catalog, payment_method);
  return method === undefined ? null : showMethod(method, { country, currency });
}

/**
 * Finds a deposit method by name, if it is offered in the player's own country and in the selected
 * region, which must be one of the catalogue's.
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

/**
 * Whether the method is for the account type: the additional account holds investments, which some
 * methods must not pay into (§3 `isInvestForbidden`).
 */
function isFor({ isInvestForbidden = false }: CatalogMethod, accountType?: AccountType): boolean {
  return !isInvestForbidden || accountType !== 'additional';
}

/**
 * Whether a method is shown for a platform and experiment group. Without a platform or group, only
 * methods for all are shown. This filters the list only and rejects no payment, as both values come
 * from the widget unverified.
 */
function isShown(
  { platforms, abTestGroups, wallet }: CatalogMethod,
  { platform, abTestGroup, hasApplePay }: Pick<Offer, 'platform' | 'abTestGroup' | 'hasApplePay'>,
): boolean {
  return (
    (platforms === undefined || (platform !== undefined && platforms.includes(platform))) &&
    (abTestGroups === undefined ||
      (abTestGroup !== undefined && abTestGroups.includes(abTestGroup))) &&
    (wallet !== 'applePay' || hasApplePay === true)
  );
}

function isIn(method: CatalogMethod, countries: readonly string[]): boolean {
  const { countries: offered, fields = [] } = method;
  const [shown = ''] = countries.slice(-1);
  // A method that requires a field which can't be shown there would send the provider incomplete
  // data.
  if (!canShowFields(fields, shown)) return false;
  return offered === '*' || countries.every((country) => offered.includes(country));
}

function byPosition(left: { position: number }, right: { position: number }): number {
  return left.position - right.position;
}

/**
 * Caches the shown methods by currency, if they are equal in all countries: computing them is most
 * of the cost of a long list.
 */
const shownEverywhere = new WeakMap<CatalogMethod, Map<string, PaymentMethod>>();

/**
 * Returns the part of a method that the widget may see, by the contract: without its countries,
 * connector, routes and amounts in other currencies. Phone fields and banks differ by country.
 */
function showMethod(
  method: CatalogMethod,
  { country, currency }: { country: string; currency: string },
): PaymentMethod {
  const { countries, connector, group, transaction, platforms, abTestGroups, ...others } = method;
  const { coin, lateWindowHours, routes, paysBack, ...rest } = others;
  // §9: a crypto deposit arrives when its network has confirmed it.
  const arrival = isCoinDeposit(method) && {
    usualMinutes: confirmationMinutesOf(
      coin ? blockchains[coin.blockchain].network : method.network,
    ),
  };
  const banks = banksOf(method, country);
  const show = (fields: object) =>
    paymentMethodSchema.parse({
      ...rest,
      ...arrival,
      ...(coin && { coin: showCoin(method, coin, country) }),
      ...(isCaptchaNeeded(method) && { needsCaptcha: true }),
      ...(banks.length > 0 && { banks }),
      ...narrowTo(method, currency),
      ...fields,
    });
  if (method.fields?.some(({ type }) => type === 'phone_with_prefix')) {
    return show({ fields: showFields(method.fields, country) });
  }
  if (banks.length > 0) return show({});
  const known = shownEverywhere.get(method) ?? new Map<string, PaymentMethod>();
  const shown = known.get(currency) ?? show({});
  shownEverywhere.set(method, known.set(currency, shown));
  return shown;
}

/** Shows a method's coin with its limits in the coin. */
function showCoin(
  method: CatalogMethod,
  coin: NonNullable<CatalogMethod['coin']>,
  country: string,
): NonNullable<PaymentMethod['coin']> {
  return { ...coin, ...methodLimits(method, coin.currency, country) };
}

/** Returns the banks of a country that a method's players choose from. */
export function banksOf({ payerBanks }: CatalogMethod, country: string): readonly PayerBank[] {
  return payerBanks?.get(country) ?? [];
}

/** Reduces a method's amounts to one currency. */
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
