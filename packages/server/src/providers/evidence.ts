import type { Deposit, Withdrawal } from '../ground/database/tables/money.ts';

/** How we came to know of something. */
export interface Evidence {
  brandId: string;
  connector: string;
  /** A notification's id, that we asked, or which operator said so. */
  source: string;
  confirmedBy: 'provider' | 'operator';
}

/**
 * What a provider's word led to. `duplicate`: the same again, as it was. `tooEarly`: it speaks of
 * money that we have not heard of yet, and is kept until we have. `conflicting`: the same receipt
 * with another amount or for another deposit, or approved with nothing paid. `contradicting`: an end
 * of what was already paid. The last two, and what names nothing of ours, are for a person.
 */
export type Outcome =
  | 'credited'
  | 'parked'
  | 'ended'
  | 'reversed'
  | 'moved'
  | 'unchanged'
  | 'duplicate'
  | 'tooEarly'
  | 'conflicting'
  | 'contradicting'
  | 'unknownSubject';

export interface Applied {
  outcome: Outcome;
  /** What changed, to be published after the commit. */
  changed: Deposit | Withdrawal | null;
}

/** Outcomes that a person must look at: the provider told of something that changed nothing. */
export const surprising: ReadonlySet<string> = new Set<Outcome | 'unreadable'>([
  'unreadable',
  'unknownSubject',
  'conflicting',
  'contradicting',
]);
