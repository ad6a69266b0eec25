import type { Deposit } from '../../ground/database/tables/money.ts';
import { isOpen } from './deposit.machine.ts';

const hourMs = 3600_000;
/** How long a player has on the provider's page before the deposit is shown as expired. */
export const lifetimeMs = 30 * 60_000;
/** When the provider is asked for the first time, should its notification stay out. */
export const firstCheckMs = 30_000;
/** The longest pause between two questions about what is open, and about what has ended. */
const longestOpenPauseMs = 6 * hourMs;
const longestEndedPauseMs = 24 * hourMs;
/** By then what was to come has come: the last question. From the creation on. */
export const giveUpAfterMs = 72 * hourMs;
/** What has money is asked about for what may follow: more money, or a chargeback. From the creation on. */
const processedChecksMs = [hourMs / 6, hourMs, 6 * hourMs, 24 * hourMs, giveUpAfterMs];

/**
 * When a provider is asked about a deposit next, should nothing be heard of it; null for never again,
 * once this question has its answer. An open deposit is asked about as it expires at the latest.
 */
export function planNextCheck(
  deposit: Pick<Deposit, 'status' | 'check_count' | 'expires_at' | 'created_at'>,
  now: Date,
): Date | null {
  const createdMs = deposit.created_at.getTime();
  const ageMs = now.getTime() - createdMs;
  if (deposit.status === 'processed') {
    const next = processedChecksMs.find((ms) => ms > ageMs);
    return next === undefined ? null : new Date(createdMs + next);
  }
  const doubledMs = firstCheckMs * 2 ** deposit.check_count;
  if (isOpen(deposit.status)) {
    const next = new Date(now.getTime() + Math.min(doubledMs, longestOpenPauseMs));
    return deposit.expires_at > now && deposit.expires_at < next ? deposit.expires_at : next;
  }
  if (ageMs >= giveUpAfterMs) return null;
  const nextMs = ageMs + Math.min(doubledMs, longestEndedPauseMs);
  return new Date(createdMs + Math.min(nextMs, giveUpAfterMs));
}

/**
 * When a question that stays without an answer is asked again, even the last: what nobody could be asked
 * about may have been paid.
 */
export function planRepeat({ check_count }: Pick<Deposit, 'check_count'>, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstCheckMs * 2 ** check_count, longestEndedPauseMs));
}
