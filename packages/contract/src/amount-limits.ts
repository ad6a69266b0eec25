import { type AmountLimits, judgeLimits } from './amount.ts';
import type { FieldDefinition, FieldOf, FieldRule } from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { compareDecimals, type Decimal, smallestAmount, toCurrencyDecimals } from './money.ts';

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

/** A field as the widget is told it, or as the catalogue has it: there a phone's prefix isn't known yet. */
type AskedField =
  | Exclude<FieldDefinition, FieldOf<'phone_with_prefix'>>
  | Omit<FieldOf<'phone_with_prefix'>, 'prefix' | 'example'>;

interface Asking {
  fields?: readonly AskedField[] | undefined;
}

/** The rules that a method has for its amount besides the limits (§5 `p2p_market`). */
export function amountFieldRules({ fields = [] }: Asking): readonly FieldRule[] {
  return fields.find((field) => field.type === 'amount')?.validations ?? [];
}

/** The limits that hold for what stands in a method's fields: those of the network chosen in them (§5). */
export function limitsForFields(
  { fields = [] }: Asking,
  values: FieldValues,
  limits: AmountLimits,
  currency: string,
): AmountLimits {
  const field = fields.find((candidate) => candidate.type === 'networks');
  const network = field?.values.find(({ value }) => value === values[field.name]);
  return network === undefined ? limits : networkLimits(network, limits, currency);
}

/**
 * The limits of a chosen network (§5): its own range where it has one, else the method's, and at
 * least 1 where that begins with nothing; never beyond what the method and the player's own limits
 * leave. Where those are unknown, so are these.
 */
export function networkLimits(
  network: FieldOf<'networks'>['values'][number],
  limits: AmountLimits,
  currency: string,
): AmountLimits {
  if (judgeLimits(limits)?.kind === 'limitsUnknown') return unknownLimits;
  const lowest = isLower('0', limits.min) ? limits.min : '1';
  const own = network.limits ?? { min: lowest, max: limits.max };
  const least = smallestAmount(currency);
  return roundLimits(
    {
      // Of a limit that leaves nothing both zero would say that the limits are unknown.
      min: isLower(own.min, least) ? least : own.min,
      max: isLower(limits.max, own.max) ? limits.max : own.max,
    },
    currency,
  );
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
