import type { Blockchain, Money } from '@kassa/contract';
import type { Core } from '../../core/core.ts';

/** The operator's answer about a payout's player and destination. `detail` is for the history. */
export type ScreeningAnswer =
  | { kind: 'clear' }
  | { kind: 'hit'; detail: string }
  | { kind: 'review'; detail: string }
  /** No answer in time, or a malformed one. */
  | { kind: 'unanswered' };

/** What the operator screens. */
export interface ScreeningSubject {
  brandId: string;
  /** The operator's id of the player. */
  playerId: string;
  /** The withdrawal's reference; null before its row exists. */
  reference: string | null;
  /** What leaves the balance, in the account's currency. */
  money: Money;
  /** The method's name. */
  paymentType: string;
  country: string | null;
  /** The holder's name, else the player's; null if neither is known. */
  name: string | null;
  /** On a chain the address, which is public; else masked. */
  destination: { address: string; blockchain: Blockchain } | { masked: string };
}

/**
 * Asks the operator to check a payout's player and destination; outside any transaction. Null if
 * the brand has no such check.
 */
export async function askScreening(
  _core: Pick<Core, 'brands' | 'log'>,
  _subject: ScreeningSubject,
): Promise<ScreeningAnswer | null> {
  return null;
}
