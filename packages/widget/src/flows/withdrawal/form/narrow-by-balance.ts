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

interface Payout {
  method: PaymentMethod;
  currency: string;
  limits: AmountLimits;
  /** Null while it is unknown, or of another currency. */
  balance: Decimal | null;
}

interface Narrowed {
  limits: AmountLimits;
  /** The largest amount that can be withdrawn, for one press. */
  everything?: Decimal;
  /** The balance is below the lowest amount. */
  isTooLow: boolean;
}

/** Narrows the limits of a withdrawal to the balance. The server decides, as balances change. */
export function narrowByBalance({ method, currency, limits, balance }: Payout): Narrowed {
  if (balance === null || validateLimits(limits) !== null) return { limits, isTooLow: false };
  if (compareDecimals(balance, limits.min) < 0) return { limits, isTooLow: true };
  const whole = floorToCurrency(balance, currency);
  const max = compareDecimals(whole, limits.max) < 0 ? whole : limits.max;
  const narrowed = { ...limits, max };
  const isPayable = validateAmount(max, currency, narrowed, amountFieldRules(method)) === null;
  return { limits: narrowed, isTooLow: false, ...(isPayable && { everything: max }) };
}
