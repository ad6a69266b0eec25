import type { ChainTransaction } from '@kassa/contract';

/** Returns whether a payment on a chain can still be confirmed, or is. */
export function isStanding({ state }: Pick<ChainTransaction, 'state'>): boolean {
  return state !== 'replaced' && state !== 'dropped';
}
