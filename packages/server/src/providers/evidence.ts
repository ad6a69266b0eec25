import type { Deposit } from '../ground/database/tables/money.ts';
import type { Withdrawal } from '../ground/database/tables/withdrawals.ts';

/** The source of a reported payment event. */
export interface Evidence {
  brandId: string;
  /** The account that it is about. */
  connector: string;
  /** A notification's id, a status request, or the operator who confirmed it. */
  source: string;
  confirmedBy: 'provider' | 'operator';
  /** Who uploaded the file that it is from, if nothing proves that the file is the provider's. */
  uploadedBy?: string;
  /** The row of the notification that it comes from. */
  notificationId?: string;
  /** When it arrived; left out: now. */
  receivedAt?: Date;
}

/**
 * The effect of evidence. `duplicate`: the same evidence again. `review`: money in an account of the
 * operator whose deposit a person has to find. `tooEarly`: evidence about a
 * receipt or payout that is not known yet; stored until it is. `conflicting`: the same receipt with
 * another amount or for another deposit, a payout of another amount than its withdrawal, or an
 * approval or payout without a paid amount. `contradicting`: a
 * decline or cancellation of a payment that was already paid. `unknownSubject`: evidence that names
 * no deposit or withdrawal. A person handles the last three.
 */
export type Outcome =
  | 'credited'
  | 'parked'
  | 'review'
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
  /** The changed row, to be published after the commit. */
  changed: Deposit | Withdrawal | null;
  /**
   * Money arrived while the deposit was open at another account: after the commit that one is to be
   * canceled there, so that nobody pays twice.
   */
  isOpenElsewhere?: boolean;
  /** The deposit of evidence that names none, once it is found. */
  depositId?: string | null;
}

/** Outcomes that a person must handle: the provider reported something that had no effect. */
export const unexpectedOutcomes: ReadonlySet<string> = new Set<Outcome | 'unreadable'>([
  'unreadable',
  'unknownSubject',
  'conflicting',
  'contradicting',
]);
