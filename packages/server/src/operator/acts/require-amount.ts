import { CallError, compareDecimals, fitsCurrency, isCrypto, type Money } from '@kassa/contract';

/**
 * Requires that an act states an amount of more than zero that its currency can have. A coin may
 * have more decimals than Kassa shows: on chains the token's own hold.
 * @throws CallError amount.invalid
 */
export function requireAmount({ amount, currency }: Money): void {
  const isAmount = isCrypto(currency) || fitsCurrency(amount, currency);
  if (isAmount && compareDecimals(amount, '0') > 0) return;
  const message = `The amount must be more than zero, and have no more decimals than ${currency} has.`;
  throw new CallError('amount.invalid', message);
}
