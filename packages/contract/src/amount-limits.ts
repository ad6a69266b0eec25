import type { FieldDefinition, FieldOf, FieldRule } from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { compareDecimals, type Decimal, smallestAmount, toCurrencyDecimals } from './money.ts';

/**
 * The lowest and the highest amount, both inclusive. `0` / `0` means "limits unknown" (design
 * §3.1).
 */
export interface AmountLimits {
  min: Decimal;
  max: Decimal;
}

/**
 * Why an amount is invalid. `rule` is a rule of the method (§5). With `nothingLeft` and
 * `limitsUnknown` no amount is valid; `nothingLeft`: the player's limit leaves less than the
 * method's minimum.
 */
export type AmountProblem =
  | { kind: 'notAnAmount' }
  | { kind: 'tooManyDecimals'; decimals: number }
  | { kind: 'belowMin'; limit: Decimal }
  | { kind: 'aboveMax'; limit: Decimal }
  | { kind: 'rule'; rule: FieldRule }
  | { kind: 'nothingLeft'; remaining: Decimal }
  | { kind: 'limitsUnknown' };

/** Returns the problem of limits that allow no amount, or null if they allow one. */
export function validateLimits({
  min,
  max,
}: AmountLimits): Extract<AmountProblem, { kind: 'limitsUnknown' | 'nothingLeft' }> | null {
  if (compareDecimals(min, '0') <= 0 && compareDecimals(max, '0') <= 0) {
    return { kind: 'limitsUnknown' };
  }
  return compareDecimals(max, min) < 0 ? { kind: 'nothingLeft', remaining: max } : null;
}

/** The limits where none are known (§5: default bounds 0). */
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

/** A field of the widget, or of the catalogue, where a phone's prefix isn't known yet. */
type FieldLike =
  | Exclude<FieldDefinition, FieldOf<'phone_with_prefix'>>
  | Omit<FieldOf<'phone_with_prefix'>, 'prefix' | 'example'>;

interface WithFields {
  fields?: readonly FieldLike[] | undefined;
}

/**
 * Returns the rules of a method's amount field, which hold besides the limits (§5 `p2p_market`).
 */
export function amountFieldRules({ fields = [] }: WithFields): readonly FieldRule[] {
  return fields.find((field) => field.type === 'amount')?.validations ?? [];
}

/**
 * Returns the limits for the values of a method's fields: those of the chosen network, if any (§5).
 */
export function limitsForFields(
  { fields = [] }: WithFields,
  values: FieldValues,
  limits: AmountLimits,
  currency: string,
): AmountLimits {
  const field = fields.find((candidate) => candidate.type === 'networks');
  const network = field?.values.find(({ value }) => value === values[field.name]);
  return network === undefined ? limits : networkLimits(network, limits, currency);
}

/**
 * Returns the limits of a chosen network (§5): its own range, or else the method's, in which a
 * minimum of 0 becomes 1. The maximum never exceeds that of the given limits, which include the
 * player's own limits. If the given limits are unknown, the result is unknown.
 */
export function networkLimits(
  network: FieldOf<'networks'>['values'][number],
  limits: AmountLimits,
  currency: string,
): AmountLimits {
  if (validateLimits(limits)?.kind === 'limitsUnknown') return unknownLimits;
  const lowest = isLower('0', limits.min) ? limits.min : '1';
  const own = network.limits ?? { min: lowest, max: limits.max };
  const least = smallestAmount(currency);
  return roundLimits(
    {
      // If nothing is left, both bounds at 0 would mean that the limits are unknown.
      min: isLower(own.min, least) ? least : own.min,
      max: isLower(limits.max, own.max) ? limits.max : own.max,
    },
    currency,
  );
}

/** Rounds limits to the currency's decimals; the catalogue may have more (§5). */
export function roundLimits({ min, max }: AmountLimits, currency: string): AmountLimits {
  const round = (amount: Decimal) =>
    amount.includes('.') ? toCurrencyDecimals(amount, currency) : amount;
  return { min: round(min), max: round(max) };
}

function isLower(left: Decimal, right: Decimal): boolean {
  return compareDecimals(left, right) < 0;
}
