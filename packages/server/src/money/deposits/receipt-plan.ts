import { compareDecimals, convertMoney, type Decimal, type Money } from '@kassa/contract';
import type { Deposit, Payment } from '../../ground/database/tables/money.ts';
import type { PlayerStanding } from '../../players/player-standing.ts';
import type { Crediting } from './crediting.ts';
import type { ParkedBecause } from './park-payment.ts';

/** A larger amount is never a real payment, so nobody credits it. */
const largestAmount = '1000000000000000';

/** A plan for a receipt: credit it, or park it. */
export type ReceiptPlan = Crediting | ParkedBecause;

export function isParked(plan: ReceiptPlan): plan is ParkedBecause {
  return 'code' in plan;
}

/** A rate that was taken before the receipt is credited. */
export interface TakenRate {
  rate: Decimal;
  rateSource: string;
}

/** A receipt that has just arrived. */
export interface Arrival {
  paid: Money;
  /** The account at which it arrived. */
  account: string;
  /** The deposit's other receipts. */
  others: readonly Payment[];
  /** Why it may be another receipt once more; null if it can't be. */
  doubt: ParkedBecause | null;
  /** The rate of the moment when it was seen; null: the present one. */
  rate: TakenRate | null;
  /** When it was seen; null: now. */
  seenAt: Date | null;
  /** What restricts the player's payments at this moment. */
  standing: PlayerStanding;
}

/** Plans the crediting of money at a rate. */
export function planAtRate(
  { account_currency: currency }: Deposit,
  paid: Money,
  { rate, rateSource }: TakenRate,
): ReceiptPlan {
  if (compareDecimals(paid.amount, largestAmount) > 0) {
    return { code: 'aboveCeiling', reason: 'is implausibly large' };
  }
  const conversion = convertMoney(paid, rate, currency);
  if (compareDecimals(conversion.money.amount, '0') > 0) return { conversion, rate, rateSource };
  return { code: 'tooSmall', reason: `is less than the smallest unit of ${currency}` };
}
