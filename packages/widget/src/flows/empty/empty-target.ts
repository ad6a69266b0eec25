import type { Search, Target } from '../../routing/route.ts';
import type { Transaction } from '../../session/session-store.ts';

/** What is missing (§8). */
export type EmptyReason = 'Empty payment methods' | 'Empty sweepstakes';

/** The empty page of a flow, and what it reports (§2, §8); `null` where the direct-geo flag asks for the page. */
export function emptyTarget(transaction: Transaction, reason: EmptyReason | null): Target {
  const search: Search = { transaction, isDirectGeo: reason === null ? '1' : undefined };
  return { to: 'Empty', search, ...(reason !== null && { data: { message: reason } }) };
}
