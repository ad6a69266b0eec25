import type { Withdrawal } from '../../ground/database/tables/money.ts';
import { isSettled } from './withdrawal.machine.ts';

const hourMs = 3600_000;
/** The pauses between two questions about what is under way. */
const firstPauseMs = 15_000;
const longestPauseMs = hourMs;
/** A question without an answer is repeated once a day at least. */
const longestRepeatMs = 24 * hourMs;
/** From its end on: then it is asked about for the last time. */
export const giveUpAfterMs = 72 * hourMs;
/** What has ended is asked about for what may follow: it came back, or was paid after all. From its end on. */
const endedChecksMs = [hourMs, 24 * hourMs, giveUpAfterMs];

/**
 * When a provider is asked about a withdrawal next, should nothing be heard of it; null for never again,
 * once this question has its answer.
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
  if (!isSettled(status)) {
    return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** check_count, longestPauseMs));
  }
  // What came back is over, and what was never sent nobody knows of.
  if (status === 'returned' || send_count === 0) return null;
  const ageMs = now.getTime() - updated_at.getTime();
  const next = endedChecksMs.find((ms) => ms > ageMs);
  return next === undefined ? null : new Date(updated_at.getTime() + next);
}

/** When a last question that stays without an answer is asked again. */
export function planRepeat({ check_count }: Pick<Withdrawal, 'check_count'>, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstPauseMs * 2 ** check_count, longestRepeatMs));
}
