import type { ChainPaymentNote, ChainTransaction, TransactionStatus } from '@kassa/contract';

/** Returns whether a payment on a chain can still be confirmed, or is. */
export function isStanding({ state }: Pick<ChainTransaction, 'state'>): boolean {
  return state !== 'replaced' && state !== 'dropped';
}

/** The ends of a deposit after which a payment to its address is still credited. */
const openEnds: ReadonlySet<TransactionStatus> = new Set(['expired', 'canceled']);

/**
 * Returns whether a payment on its chain is still to be credited: also one that came after its deposit
 * had ended without money.
 */
export function isOnItsWay(
  chain: Pick<ChainTransaction, 'state'> | undefined,
  status: TransactionStatus,
): boolean {
  if (chain === undefined) return false;
  return status === 'waiting' || (isStanding(chain) && openEnds.has(status));
}

/** The payments that are not credited by themselves. */
const decidedNotes: ReadonlySet<ChainPaymentNote> = new Set(['aboveMaximum', 'dust', 'otherCoin']);

/** Returns whether the operator decides on a payment, however many blocks confirm it. */
export function isDecidedByOperator({ note }: Pick<ChainTransaction, 'note'>): boolean {
  return note !== undefined && decidedNotes.has(note);
}
