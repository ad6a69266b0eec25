import type { Deposit } from '../../ground/database/tables/money.ts';
import { isOpen } from '../states/deposit.machine.ts';

const hourMs = 3600_000;
/** The time that a player has on the provider's page until the deposit is shown as expired. */
export const lifetimeMs = 30 * 60_000;
/**
 * The same on the page of a provider that sells crypto: it may check the buyer's identity first, which
 * takes up to days.
 */
export const onrampLifetimeMs = 72 * hourMs;
/** The age at which the provider is first asked for the status if no notification has arrived. */
export const firstCheckMs = 30_000;
/**
 * The longest pauses between two status requests: for an open deposit, and for one that has ended.
 */
const longestOpenPauseMs = 6 * hourMs;
const longestEndedPauseMs = 24 * hourMs;
/**
 * The age of a deposit at its last status request, or later if its late window ends later: no
 * outcome is expected to arrive after that.
 */
export const giveUpAfterMs = 72 * hourMs;
/** The ages at which a deposit with money is followed up, for further money or a chargeback. */
const processedChecksMs = [hourMs / 6, hourMs, 6 * hourMs, 24 * hourMs, giveUpAfterMs];

/**
 * Returns the time of the next status request if nothing arrives before; null for none after the
 * present one. The status of an open deposit is requested by its expiry at the latest.
 */
export function planNextCheck(
  deposit: Pick<Deposit, 'status' | 'check_count' | 'expires_at' | 'late_until' | 'created_at'>,
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
  const lateMs = (deposit.late_until?.getTime() ?? createdMs) - createdMs;
  const lastMs = Math.max(giveUpAfterMs, lateMs);
  if (ageMs >= lastMs) return null;
  const nextMs = ageMs + Math.min(doubledMs, longestEndedPauseMs);
  return new Date(createdMs + Math.min(nextMs, lastMs));
}

/**
 * Returns the time at which a status request without an outcome is retried. Even the last request
 * is retried: an unreachable provider may have been paid.
 */
export function planRepeat({ check_count }: Pick<Deposit, 'check_count'>, now: Date): Date {
  return new Date(now.getTime() + Math.min(firstCheckMs * 2 ** check_count, longestEndedPauseMs));
}
