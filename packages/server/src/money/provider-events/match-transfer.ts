import type { ReviewReason } from '../../ground/database/tables/requisites.ts';
import type { BookingSpan } from './booking-span.ts';

/** The greatest difference between the clocks of a bank and of Kassa, in milliseconds. */
export const clockSlackMs = 5 * 60_000;

/** A reservation of the transfer's requisite for exactly its amount, where no reference is asked for. */
export interface Candidate {
  depositId: string;
  createdAt: Date;
  /** When the invoice ended; null while it lives. */
  freedAt: Date | null;
  /** The end of the late window or of the cooldown, whichever is later; null while it lives. */
  payableUntil: Date | null;
  /** Whether the bank or another provider has reported money of the deposit. */
  isPaid: boolean;
}

/** What is known of a transfer and of the invoices that it may pay. */
export interface MatchFacts {
  /** Null if no requisite of the account has the reported number. */
  requisite: { currency: string; hasReference: boolean } | null;
  currency: string;
  booked: BookingSpan;
  /** Whether the text names a deposit, known or not. */
  hasReference: boolean;
  /** The deposits that the text names and that have or had this requisite. */
  named: readonly string[];
  candidates: readonly Candidate[];
}

export type Match =
  | { kind: 'deposit'; depositId: string }
  | { kind: 'review'; because: ReviewReason };

/**
 * Resolves which deposit a transfer pays (docs/money-core.md, "Transfers to your own accounts"). A
 * reference counts before everything else. Without one only the exact amount does, and only if a
 * single invoice had it. Everything else is left to a person; nothing is guessed.
 */
export function matchTransfer(facts: MatchFacts): Match {
  const { requisite, named, currency } = facts;
  if (requisite === null) return review('unknownAccount');
  if (named.length > 1) return review('ambiguous');
  const [only] = named;
  if (only !== undefined) return { kind: 'deposit', depositId: only };
  if (facts.hasReference) return review('unknownReference');
  if (currency !== requisite.currency) return review('otherCurrency');
  const [first, ...others] = findPayable(facts);
  if (first === undefined) return review(requisite.hasReference ? 'noReference' : 'noInvoice');
  if (others.length > 0) return review('ambiguous');
  if (first.isPaid) return review('alreadyPaid');
  return { kind: 'deposit', depositId: first.depositId };
}

const review = (because: ReviewReason): Match => ({ kind: 'review', because });

/**
 * Returns the invoices that the money may be for: those that lived when it was booked, and those in
 * their late window. One that was paid is among them only if no other lived.
 */
function findPayable({ candidates, booked }: MatchFacts): Candidate[] {
  const begun = candidates.filter(
    ({ createdAt }) => createdAt.getTime() <= booked.to.getTime() + clockSlackMs,
  );
  const living = begun.filter(({ freedAt }) => freedAt === null || freedAt > booked.to);
  const late = begun.filter(
    ({ payableUntil }) =>
      payableUntil !== null && payableUntil.getTime() >= booked.from.getTime() - clockSlackMs,
  );
  if (living.length === 0) return late;
  return [...living, ...late.filter((it) => !it.isPaid && !living.includes(it))];
}
