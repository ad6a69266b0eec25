import { compareDecimals, convertMoney, type Decimal, divideDecimals } from './money.ts';

/** The terms that determine the value of a deposit bonus; free spins bring no money. */
export interface BonusTerms {
  /** A percentage of the deposit: `50` is 50 %. Null for free spins. */
  percent: Decimal | null;
  /** The highest bonus; null if there is no maximum. */
  maxBonusAmount: Decimal | null;
  /** The currency of the bonus and of the deposit's amount. */
  currency: string;
}

/**
 * Returns the value of a bonus for an amount, cut to the currency's decimals. The widget's promise
 * and the server's ledger entry use this same rule.
 */
export function bonusWorth(
  { percent, maxBonusAmount, currency }: BonusTerms,
  amount: Decimal,
): Decimal {
  if (percent === null) return '0';
  const rate = divideDecimals(percent, '100');
  const worth = convertMoney({ amount, currency }, rate, currency).money.amount;
  const isTooMuch = maxBonusAmount !== null && compareDecimals(worth, maxBonusAmount) > 0;
  return isTooMuch ? maxBonusAmount : worth;
}
