import { type CallResponse, compareDecimals } from '@kassa/contract';
import { sql } from 'kysely';
import { ordinaryWithdrawals } from '../../brands/withdrawal-settings.ts';
import type { Catalog, CatalogMethod } from '../../catalog/catalog-schema.ts';
import { routesOf } from '../../catalog/plan-routes.ts';
import type { Caller } from '../../core/caller.ts';
import type { Core } from '../../core/core.ts';
import { smallestPayable } from './load-payable.ts';

/** A method that is paid into one of the operator's own accounts and in no other way. */
export interface PooledMethod {
  name: string;
  /** The brand's account whose pool it is. */
  account: string;
}

/** By catalogue, as a catalogue is made of its brand's accounts. */
const pooledOf = new WeakMap<Catalog, readonly PooledMethod[]>();

/**
 * Returns the deposit methods that are paid into the operator's own accounts alone, once for each
 * account whose pool could serve it.
 */
export function listPooled({ brands }: Pick<Core, 'brands'>, brandId: string, catalog: Catalog) {
  const known = pooledOf.get(catalog);
  if (known !== undefined) return known;
  const accounts = brands.get(brandId)?.accounts;
  const isPool = (name: string) => accounts?.get(name)?.usesRequisites === true;
  const pooled = catalog.methods.flatMap((method) => {
    const routes = routesOf(method);
    const isPooled = method.transaction === 'deposit' && routes.every((it) => isPool(it.account));
    return isPooled ? routes.map(({ account }) => ({ name: method.name, account })) : [];
  });
  pooledOf.set(catalog, pooled);
  return pooled;
}

/**
 * Selects which of the methods have an account of the operator's that is on, in the player's currency and
 * country, as JSON: whether one is free now shows at the creation.
 */
export function selectServed(
  { brandId, country, currency }: Pick<Caller, 'brandId' | 'country' | 'currency'>,
  pooled: readonly PooledMethod[],
) {
  const names = pooled.map(({ name }) => name);
  const accounts = pooled.map(({ account }) => account);
  return sql<string>`(select coalesce(json_agg(distinct t.name order by t.name), '[]')::text
    from unnest(${names}::text[], ${accounts}::text[]) as t(name, account)
    where exists (select from requisites r
      where r.brand_id = ${brandId} and r.account = t.account and r.currency = ${currency}
        and r.is_on and r.removed_at is null and r.country = ${country}
        and t.name = any(r.methods)))`;
}

/** Returns a catalogue without the methods for which the operator has no account to pay into. */
export function withoutUnserved(
  catalog: Catalog,
  pooled: readonly PooledMethod[],
  served: readonly string[],
): Catalog {
  const unserved = new Set(pooled.map(({ name }) => name));
  for (const name of served) unserved.delete(name);
  if (unserved.size === 0) return catalog;
  return { ...catalog, methods: catalog.methods.filter(({ name }) => !unserved.has(name)) };
}

/**
 * Returns the coins that can't be converted at this moment, as the brand's feed has no rate: their
 * methods are shown, and can't be chosen.
 */
export async function findUnpriced(
  core: Pick<Core, 'brands' | 'ratesOf' | 'now'>,
  { brandId, currency }: Pick<Caller, 'brandId' | 'currency'>,
  methods: readonly Pick<CatalogMethod, 'coin' | 'transaction'>[],
  transaction: CatalogMethod['transaction'],
): Promise<string[]> {
  if (core.brands.get(brandId)?.rates?.kind !== 'http') return [];
  const port = core.ratesOf(brandId);
  const ofTransaction = methods.filter((method) => method.transaction === transaction);
  const coins = new Set(ofTransaction.flatMap(({ coin }) => (coin ? [coin.currency] : [])));
  const now = core.now();
  const found = await Promise.all(
    [...coins].map(async (coin) => {
      const [from, to] = transaction === 'deposit' ? [coin, currency] : [currency, coin];
      return (await port.rate(from, to, now)) === null ? [coin] : [];
    }),
  );
  return found.flat().sort();
}

type Offer = Pick<CallResponse<'methods-payment-v3'>, 'currency' | 'groups' | 'methods'>;

/** Marks the methods of coins that can't be converted now. One in maintenance stays marked as such. */
export function markUnpriced<Shown extends Offer>(offer: Shown, coins: readonly string[]): Shown {
  if (coins.length === 0) return offer;
  const methods = offer.methods.map((method) => {
    const isPriced = method.coin === undefined || !coins.includes(method.coin.currency);
    if (isPriced || method.unavailable !== undefined) return method;
    return { ...method, unavailable: { reason: 'technical' as const } };
  });
  return { ...offer, methods };
}

/**
 * Leaves out the withdrawals that somebody would have to review whatever their amount, where the brand has
 * nobody who may: they would wait for ever.
 */
export async function withoutUnreviewed<Shown extends Offer>(
  core: Pick<Core, 'brands' | 'db' | 'now'>,
  { brandId, country }: Pick<Caller, 'brandId' | 'country'>,
  offer: Shown,
): Promise<Shown> {
  const { approveUpTo } = core.brands.get(brandId)?.withdrawals ?? ordinaryWithdrawals;
  const most = approveUpTo[offer.currency] ?? '0';
  const isApproved = (method: Offer['methods'][number]) =>
    compareDecimals(smallestPayable(method, offer.currency, country), most) <= 0;
  if (offer.methods.every(isApproved) || (await hasReviewer(core, brandId))) return offer;
  const methods = offer.methods.filter(isApproved);
  const names = new Set(methods.map(({ name }) => name));
  const groups = offer.groups.flatMap((group) => {
    const paymentMethods = group.paymentMethods.filter((name) => names.has(name));
    return paymentMethods.length === 0 ? [] : [{ ...group, paymentMethods }];
  });
  return { ...offer, methods, groups };
}

/** Whether a key of the brand may approve withdrawals. */
async function hasReviewer(
  { db, now }: Pick<Core, 'db' | 'now'>,
  brandId: string,
): Promise<boolean> {
  const key = await db
    .selectFrom('operator_keys')
    .select('id')
    .where('brand_id', '=', brandId)
    .where('revoked_at', 'is', null)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', now())]))
    .where(sql<boolean>`'withdrawals' = any(scopes)`)
    .limit(1)
    .executeTakeFirst();
  return key !== undefined;
}
