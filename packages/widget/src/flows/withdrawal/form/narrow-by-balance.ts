import {
  type AmountLimits,
  amountFieldRules,
  compareDecimals,
  type Decimal,
  floorToCurrency,
  type PaymentMethod,
  validateAmount,
  validateLimits,
} from '@kassa/contract';
import type { Allowance } from '../../../fields/shared/field.ts';

interface Payout {
  method: PaymentMethod;
  currency: string;
  limits: AmountLimits;
  allowance: Allowance | undefined;
  /** Null while it is unknown, or of another currency. */
  balance: Decimal | null;
}

interface Narrowed {
  limits: AmountLimits;
  /** The player's own limit, where it leaves less than the balance. */
  allowance: Allowance | undefined;
  /** The largest amount that can be withdrawn, for one press. */
  everything?: Decimal;
  /** The balance is below the lowest amount. */
  isTooLow: boolean;
}

/** Narrows the limits of a withdrawal to the balance. The server decides, as balances change. */
export function narrowByBalance({
  method,
  currency,
  limits,
  allowance,
  balance,
}: Payout): Narrowed {
  if (balance === null || validateLimits(limits) !== null) {
    return { limits, allowance, isTooLow: false };
  }
  if (compareDecimals(balance, limits.min) < 0) return { limits, allowance, isTooLow: true };
  const whole = floorToCurrency(balance, currency);
  const isLower = compareDecimals(whole, limits.max) < 0;
  const max = isLower ? whole : limits.max;
  const narrowed = { ...limits, max };
  const isPayable = validateAmount(max, currency, narrowed, amountFieldRules(method)) === null;
  return {
    limits: narrowed,
    allowance: isLower ? undefined : allowance,
    isTooLow: false,
    ...(isPayable && { everything: max }),
  };
}
