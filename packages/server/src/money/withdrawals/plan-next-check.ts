import type { Withdrawal } from '../../ground/database/tables/withdrawals.ts';
import { isSettled } from '../states/withdrawal.machine.ts';

const hourMs = 3600_000;
/** The shortest and the longest pause between two status requests of an open withdrawal. */
const firstPauseMs = 15_000;
const longestPauseMs = hourMs;
/** A status request without an outcome is retried once a day at least. */
const longestRepeatMs = 24 * hourMs;
/** The time from the withdrawal's end to its last status request. */
export const giveUpAfterMs = 72 * hourMs;
/**
 * The times from its end at which a withdrawal is followed up: it may be returned or paid after
 * all.
 */
const endedChecksMs = [hourMs, 24 * hourMs, giveUpAfterMs];

/**
 * Returns the time of the next status request if nothing arrives before; null for none after the
 * present one.
 */
export function planNextCheck(
  {
    status,
    send_count,
    check_count,
    updated_at,
  }: Pick<Withdrawal, 'status' | 'send_count' | 'check_count' | 'updated_at'>,
  now: Date,
): Date | null {
  if (!isSettled(status)) return planOpenCheck({ check_count }, now);
  // A returned withdrawal can't change any more, and no provider knows one that was never sent.
  if (status === 'returned' || send_count === 0) return null;
  return planEndedCheck({ updated_at }, now);
}

/** Returns the time of the next status request for an open payout or refund. */
export function planOpenCheck({ check_count }: { check_count: number }, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** check_count, longestPauseMs));
}

/** Returns the time of the next status request for an ended one; null after the last. */
export function planEndedCheck({ updated_at }: { updated_at: Date }, now: Date): Date | null {
  const ageMs = now.getTime() - updated_at.getTime();
  const next = endedChecksMs.find((ms) => ms > ageMs);
  return next === undefined ? null : new Date(updated_at.getTime() + next);
}

/** Returns the time at which a last status request without an outcome is retried. */
export function planRepeat({ check_count }: { check_count: number }, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** check_count, longestRepeatMs));
}
