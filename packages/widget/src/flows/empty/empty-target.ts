import type { Search, Target } from '../../routing/route.ts';
import type { Transaction } from '../../session/session-store.ts';

/** The reason for the page (§8); `null` where the host wants it. */
type EmptyReason = 'Empty payment methods' | 'Empty sweepstakes' | null;

/** Returns the empty page of a flow as a target, with its report (§2, §8). */
export function emptyTarget(transaction: Transaction, reason: EmptyReason): Target {
  const search: Search = { transaction, isDirectGeo: reason === null ? '1' : undefined };
  return { to: 'Empty', search, ...(reason !== null && { data: { message: reason } }) };
}
