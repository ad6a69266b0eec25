import { type AmountLimits, validateAmount } from './amount.ts';
import { amountFieldRules } from './amount-limits.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { addDecimals, compareDecimals, type Decimal } from './money.ts';

/** The amounts that quick picks are chosen from (§9). */
export const presetAmounts: readonly Decimal[] =
  '5 10 25 50 75 100 150 250 500 1000 3000 5000 10000 15000 25000 50000 150000 250000'.split(' ');

/** What players in Russia are offered in roubles (§5). */
const russianAmounts: readonly Decimal[] = ['5000', '7500', '10000', '25000', '50000'];

/** So many quick picks are offered (§5). */
export const quickAmountCount = 5;

/** For whom quick picks are chosen. */
interface QuickAmountsFor {
  currency: string;
  /** ISO 3166-1, lower case. */
  country: string;
  limits: AmountLimits;
}

/**
 * The quick picks of an amount (§5), each payable within the limits and by the method's rules: the
 * method's own, in its order; in Russia, in roubles, fixed ones; else five of the presets that fit,
 * in rising order, of which the smallest is always one.
 */
export function chooseQuickAmounts(
  method: Pick<PaymentMethod, 'recommendedAmounts' | 'fields'>,
  { currency, country, limits }: QuickAmountsFor,
): Decimal[] {
  const rules = amountFieldRules(method);
  const isPayable = (amount: Decimal) => validateAmount(amount, currency, limits, rules) === null;
  if (method.recommendedAmounts !== undefined) {
    return method.recommendedAmounts.filter(isPayable).slice(0, quickAmountCount);
  }
  if (country === 'ru' && currency === 'RUB') return russianAmounts.filter(isPayable);
  return splitPresets(presetAmounts.filter(isPayable));
}

/** In five groups of about the same size: the first of the first, the last of each other. */
function splitPresets(presets: readonly Decimal[]): Decimal[] {
  if (presets.length <= quickAmountCount) return [...presets];
  const endOf = (group: number) => Math.floor((presets.length * group) / quickAmountCount);
  const picks = [0];
  for (let group = 2; group <= quickAmountCount; group += 1) picks.push(endOf(group) - 1);
  return picks.flatMap((index) => presets[index] ?? []);
}

/**
 * An amount to try a form with (§5): the lowest and a whole offset of -9 to 8, where that is
 * strictly between the limits; else the lowest.
 * @param random in [0, 1), as of `Math.random`
 */
export function chooseDemoAmount({ min, max }: AmountLimits, random: number): Decimal {
  const amount = addDecimals(min, String(Math.floor(random * 18) - 9));
  const isBetween = compareDecimals(amount, min) > 0 && compareDecimals(amount, max) < 0;
  return isBetween ? amount : min;
}
