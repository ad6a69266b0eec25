import type { ChainPaymentNote, ChainTransaction } from '@kassa/contract';

/** Returns whether a payment on a chain can still be confirmed, or is. */
export function isStanding({ state }: Pick<ChainTransaction, 'state'>): boolean {
  return state !== 'replaced' && state !== 'dropped';
}

/** The payments that are not credited by themselves. */
const decidedNotes: ReadonlySet<ChainPaymentNote> = new Set(['aboveMaximum', 'dust', 'otherCoin']);

/** Returns whether the operator decides on a payment, however many blocks confirm it. */
export function isDecidedByOperator({ note }: Pick<ChainTransaction, 'note'>): boolean {
  return note !== undefined && decidedNotes.has(note);
}
