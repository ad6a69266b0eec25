import { compareDecimals, convertMoney, type Decimal, divideDecimals } from './money.ts';

/** What decides how much a deposit bonus brings; free spins bring no money. */
export interface BonusTerms {
  /** Of the deposit: `50` is 50 %. Null for free spins. */
  percent: Decimal | null;
  /** At most; null where nothing bounds it. */
  maxBonusAmount: Decimal | null;
  /** Of the bonus, which is that of the amount. */
  currency: string;
}

/**
 * What a bonus brings for an amount, cut to the currency's decimals: what the player is promised
 * before paying and what the server books are one rule.
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
