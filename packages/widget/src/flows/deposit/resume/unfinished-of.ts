import type { DepositSummary, PaymentMethod } from '@kassa/contract';
import { isStanding } from '../standing-payment.ts';

/**
 * Returns the deposits that wait for their player. One of a coin doesn't, before its payment is seen:
 * its address stays the player's, and the list leads to it.
 */
export function unfinishedOf(
  deposits: readonly DepositSummary[],
  methods: readonly PaymentMethod[] | undefined,
): DepositSummary[] {
  const coins = new Set(methods?.flatMap(({ name, coin }) => (coin === undefined ? [] : [name])));
  return deposits.filter(
    ({ canContinue, paymentMethod, chain }) =>
      canContinue && (!coins.has(paymentMethod) || (chain !== undefined && isStanding(chain))),
  );
}
