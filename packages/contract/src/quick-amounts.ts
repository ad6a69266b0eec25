import { validateAmount } from './amount.ts';
import type { AmountLimits } from './amount-limits.ts';
import { amountFieldRules } from './amount-limits.ts';
import type { PaymentMethod } from './entities/payment-method.ts';
import { addDecimals, compareDecimals, type Decimal } from './money.ts';

/** The amounts from which quick amounts are chosen (§9). */
export const presetAmounts: readonly Decimal[] =
  '5 10 25 50 75 100 150 250 500 1000 3000 5000 10000 15000 25000 50000 150000 250000'.split(' ');

/** The quick amounts for players in Russia who pay in roubles (§5). */
const russianAmounts: readonly Decimal[] = ['5000', '7500', '10000', '25000', '50000'];

/** The number of quick amounts on offer (§5). */
export const quickAmountCount = 5;

/** The context that quick amounts are chosen for. */
interface QuickAmountsFor {
  currency: string;
  /** ISO 3166-1, lower case. */
  country: string;
  limits: AmountLimits;
  /** The amount of the player's last deposit in the currency. */
  lastAmount?: Decimal | undefined;
}

/**
 * Returns the quick amounts (§5), each valid by the limits and the method's rules. The player's last
 * amount comes first. A method's own
 * amounts come in its order; roubles in Russia have fixed amounts. Otherwise five of the valid
 * presets are chosen, in ascending order, always including the smallest.
 */
export function chooseQuickAmounts(
  method: Pick<PaymentMethod, 'recommendedAmounts' | 'fields'>,
  { currency, country, limits, lastAmount }: QuickAmountsFor,
): Decimal[] {
  const rules = amountFieldRules(method);
  const isPayable = (amount: Decimal) => validateAmount(amount, currency, limits, rules) === null;
  const chosen = chooseOffered(method, isPayable, country === 'ru' && currency === 'RUB');
  if (lastAmount === undefined || !isPayable(lastAmount)) return chosen;
  const others = chosen.filter((amount) => compareDecimals(amount, lastAmount) !== 0);
  return [lastAmount, ...others].slice(0, quickAmountCount);
}

function chooseOffered(
  { recommendedAmounts }: Pick<PaymentMethod, 'recommendedAmounts'>,
  isPayable: (amount: Decimal) => boolean,
  isRussian: boolean,
): Decimal[] {
  if (recommendedAmounts !== undefined) {
    return recommendedAmounts.filter(isPayable).slice(0, quickAmountCount);
  }
  if (isRussian) return russianAmounts.filter(isPayable);
  return splitPresets(presetAmounts.filter(isPayable));
}

/**
 * Splits the presets into five groups of about equal size and takes the first of the first group
 * and the last of each other.
 */
function splitPresets(presets: readonly Decimal[]): Decimal[] {
  if (presets.length <= quickAmountCount) return [...presets];
  const endOf = (group: number) => Math.floor((presets.length * group) / quickAmountCount);
  const picks = [0];
  for (let group = 2; group <= quickAmountCount; group += 1) picks.push(endOf(group) - 1);
  return picks.flatMap((index) => presets[index] ?? []);
}

/**
 * Returns an amount to try a form with (§5): the lowest amount plus a whole offset of -9 to 8 if
 * the sum is strictly between the limits, else the lowest amount.
 * @param random - in [0, 1), like `Math.random`
 */
export function chooseDemoAmount({ min, max }: AmountLimits, random: number): Decimal {
  const amount = addDecimals(min, String(Math.floor(random * 18) - 9));
  const isBetween = compareDecimals(amount, min) > 0 && compareDecimals(amount, max) < 0;
  return isBetween ? amount : min;
}
