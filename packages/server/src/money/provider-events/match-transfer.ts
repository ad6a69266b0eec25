import { compareDecimals, type Decimal } from '@kassa/contract';
import type { MatchedBy, ReviewReason } from '../../ground/database/tables/requisites.ts';
import type { BookingSpan } from './booking-span.ts';

/** The greatest difference between the clocks of a bank and of Kassa, in milliseconds. */
export const clockSlackMs = 5 * 60_000;

/**
 * What is known of the payer beside an invoice's player: `known` has paid for them before; the other values
 * compare the names, and `unclear` also stands for a name that isn't known.
 */
export type Payer = 'known' | 'same' | 'different' | 'unclear';

/** A reservation of the transfer's requisite within 1 % of its amount, where no reference is asked for. */
export interface Candidate {
  depositId: string;
  playerId: string;
  amount: Decimal;
  createdAt: Date;
  /** When the invoice ended; null while it lives. */
  freedAt: Date | null;
  /** The end of the late window or of the cooldown, whichever is later; null while it lives. */
  payableUntil: Date | null;
  /** Whether the bank or another provider has reported money of the deposit. */
  isPaid: boolean;
  /** Whether an operator has confirmed this money, and no bank has reported it yet. */
  isConfirmed: boolean;
  payer: Payer;
}

/** What is known of a transfer and of the invoices that it may pay. */
export interface MatchFacts {
  /** Null if no requisite of the account has the reported number. */
  requisite: { currency: string; hasReference: boolean } | null;
  amount: Decimal;
  currency: string;
  booked: BookingSpan;
  /** Whether the text names a deposit, known or not. */
  hasReference: boolean;
  /** The deposits that the text names and that have or had this requisite. */
  named: readonly string[];
  candidates: readonly Candidate[];
  /**
   * Whether the exact amount of a live invoice is enough: the bank names no payer, the amount is one that
   * nobody types, and the brand's settings say so.
   */
  isOddAmountEnough: boolean;
}

export type Match =
  | { kind: 'deposit'; depositId: string; by: MatchedBy }
  /** `proposed`: the deposit that a person may accept at once. */
  | { kind: 'review'; because: ReviewReason; proposed: string | null };

/**
 * Resolves which deposit a transfer pays (docs/money-core.md, "Transfers to your own accounts"). A
 * reference counts before everything else. Without one the exact amount does, together with a payer who is the
 * player or has paid for them before, or, where nothing is known of the payer, if no other invoice is near.
 * Everything else is left to a person; nothing is guessed.
 */
export function matchTransfer(facts: MatchFacts): Match {
  const { requisite, named, currency } = facts;
  if (requisite === null) return review('unknownAccount');
  if (named.length > 1) return review('ambiguous');
  const [only] = named;
  if (only !== undefined) return { kind: 'deposit', depositId: only, by: 'reference' };
  if (facts.hasReference) return review('unknownReference');
  if (currency !== requisite.currency) return review('otherCurrency');
  return matchAmount(facts, requisite);
}

/** Leaves to a person a match whose money may be known already. */
export const doubt = ({ depositId }: Match & { kind: 'deposit' }): Match =>
  review('perhapsKnown', depositId);

const review = (because: ReviewReason, proposed: string | null = null): Match => ({
  kind: 'review',
  because,
  proposed,
});

function matchAmount(facts: MatchFacts, { hasReference }: { hasReference: boolean }): Match {
  const { amount, candidates } = facts;
  const isExact = (it: Candidate) => compareDecimals(it.amount, amount) === 0;
  const exact = findPayable(facts, candidates.filter(isExact));
  const near = findPayable(
    facts,
    candidates.filter((it) => !isExact(it) && !it.isPaid),
  );
  const [first, ...others] = exact;
  if (first === undefined) {
    return review(hasReference ? 'noReference' : 'noInvoice', propose(near));
  }
  const [trusted, ...alsoTrusted] = exact.filter(isTrusted);
  if (trusted !== undefined) {
    if (alsoTrusted.length > 0) return review('ambiguous');
    if (trusted.isPaid) return review('alreadyPaid', trusted.depositId);
    return { kind: 'deposit', depositId: trusted.depositId, by: trustedBy(trusted) };
  }
  const ofPayer = propose(near.filter(isTrusted));
  if (others.length > 0) return review('ambiguous', ofPayer);
  const proposed = ofPayer ?? first.depositId;
  if (first.payer === 'different') return review('otherPayer', proposed);
  if (first.isPaid) return review('alreadyPaid', proposed);
  if (!isLiving(first, facts)) return review('endedInvoice', proposed);
  if (near.every(({ playerId }) => playerId === first.playerId)) {
    return { kind: 'deposit', depositId: first.depositId, by: 'alone' };
  }
  return facts.isOddAmountEnough
    ? { kind: 'deposit', depositId: first.depositId, by: 'oddAmount' }
    : review('nearAmounts', proposed);
}

const isTrusted = ({ payer, isConfirmed }: Candidate) =>
  isConfirmed || payer === 'known' || payer === 'same';

function trustedBy({ payer, isConfirmed }: Candidate): MatchedBy {
  if (isConfirmed) return 'operator';
  return payer === 'known' ? 'knownPayer' : 'payerName';
}

/** Returns the only invoice that the payer may have meant; null if there are several or none. */
function propose(candidates: readonly Candidate[]): string | null {
  const trusted = candidates.filter(isTrusted);
  const meant = trusted.length > 0 ? trusted : candidates.filter((it) => it.payer !== 'different');
  const [only, ...others] = meant;
  return others.length === 0 ? (only?.depositId ?? null) : null;
}

const isLiving = ({ freedAt }: Candidate, { booked }: Pick<MatchFacts, 'booked'>) =>
  freedAt === null || freedAt > booked.to;

/**
 * Returns the invoices that the money may be for: those that lived when it was booked, and those in
 * their late window. One that was paid is among them only if no other lived.
 */
function findPayable(
  facts: Pick<MatchFacts, 'booked'>,
  candidates: readonly Candidate[],
): Candidate[] {
  const { booked } = facts;
  const begun = candidates.filter(
    ({ createdAt }) => createdAt.getTime() <= booked.to.getTime() + clockSlackMs,
  );
  const living = begun.filter((it) => isLiving(it, facts));
  const late = begun.filter(
    ({ payableUntil }) =>
      payableUntil !== null && payableUntil.getTime() >= booked.from.getTime() - clockSlackMs,
  );
  if (living.length === 0) return late;
  return [...living, ...late.filter((it) => !it.isPaid && !living.includes(it))];
}
