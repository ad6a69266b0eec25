import type { AmountLimits } from './amount.ts';
import type { FieldOf } from './entities/field.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { compareDecimals, type Decimal, toCurrencyDecimals } from './money.ts';

/** What is known of limits where nothing is (§5: default bounds 0). */
export const unknownLimits: AmountLimits = { min: '0', max: '0' };

/**
 * A method's own limits in a currency for a player of a country (ISO 3166-1, lower case), with the
 * currency's decimals (§5). `minNonRus` holds for players outside of Russia.
 */
export function methodLimits(
  { amount_rules: rules }: Pick<PaymentMethod, 'amount_rules'>,
  currency: string,
  country: string,
): AmountLimits {
  const rule = Object.hasOwn(rules, currency) ? rules[currency] : undefined;
  if (rule === undefined) return unknownLimits;
  const min = country === 'ru' ? rule.min : (rule.minNonRus ?? rule.min);
  return roundLimits({ min, max: rule.max }, currency);
}

/**
 * The limits of a chosen network (§5): its own range where it has one, else from 1 on; never beyond
 * what the method and the player's own limits leave.
 */
export function networkLimits(
  network: FieldOf<'networks'>['values'][number],
  limits: AmountLimits,
  currency: string,
): AmountLimits {
  const own = network.limits ?? { min: '1', max: limits.max };
  const max = isLower(limits.max, own.max) ? limits.max : own.max;
  return roundLimits({ min: own.min, max }, currency);
}

/** Limits may come with more decimals than the currency has: they are rounded to them (§5). */
export function roundLimits({ min, max }: AmountLimits, currency: string): AmountLimits {
  const round = (amount: Decimal) =>
    amount.includes('.') ? toCurrencyDecimals(amount, currency) : amount;
  return { min: round(min), max: round(max) };
}

function isLower(left: Decimal, right: Decimal): boolean {
  return compareDecimals(left, right) < 0;
}
