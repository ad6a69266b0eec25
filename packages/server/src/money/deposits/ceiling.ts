import {
  compareDecimals,
  type Decimal,
  type FieldValues,
  limitsForFields,
  type Money,
  methodLimits,
  multiplyDecimals,
} from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { findBrandMethod } from '../../catalog/select-methods.ts';
import type { Core } from '../../core/core.ts';
import type { Deposit } from '../../ground/database/tables/money.ts';

/** A new deposit, in the currency that the provider is asked for. */
interface Order {
  brandId: string;
  /** Null if the catalogue no longer has the method. */
  method: Pick<CatalogMethod, 'amount_rules' | 'fields' | 'hasOpenAmount'> | null;
  amount: Money;
  country: string;
  /** The values of the method's fields: a network chosen there has limits of its own (§5). */
  fields?: FieldValues;
}

/**
 * Returns the amount up to which a deposit is credited, in its currency: the requested amount and
 * the brand's margin, but not more than the method's maximum. Of a method with an open amount it is
 * the method's maximum.
 */
export function resolveCeiling(
  { brands }: Pick<Core, 'brands'>,
  { brandId, method, amount: asked, country, fields = {} }: Order,
): Decimal {
  const factor = brands.get(brandId)?.deposits.ceilingFactor ?? '1';
  const withMargin = multiplyDecimals(asked.amount, factor);
  if (method === null) return withMargin;
  const ofMethod = methodLimits(method, asked.currency, country);
  const { max } = limitsForFields(method, fields, ofMethod, asked.currency);
  // The catalogue no longer has the method in this currency.
  if (compareDecimals(max, '0') <= 0) return withMargin;
  if (method.hasOpenAmount === true) return max;
  // The maximum may have fallen since the player was asked for the amount.
  const most = compareDecimals(max, asked.amount) < 0 ? asked.amount : max;
  return compareDecimals(withMargin, most) < 0 ? withMargin : most;
}

/**
 * Returns the ceiling that was stored with a deposit. For a deposit of an older release it is
 * computed from the present catalogue.
 */
export function ceilingOf(core: Pick<Core, 'brands' | 'catalogOf'>, deposit: Deposit): Decimal {
  if (deposit.ceiling !== null) return deposit.ceiling;
  const { brand_id: brandId, amount, currency, country } = deposit;
  const method = findBrandMethod(core.catalogOf(brandId), deposit.payment_method) ?? null;
  return resolveCeiling(core, {
    brandId,
    method,
    amount: { amount, currency },
    country: country ?? '',
  });
}
