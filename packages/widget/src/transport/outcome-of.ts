import { isOutcomeUnknown, isRetryable, TransportError } from './transport-error.ts';

/**
 * What a failed creation means for its idempotency key. `refused`: nothing was created, and the next
 * attempt is a new one. `unknown`: it may have been created. `repeatable`: the request was not looked
 * at, which says nothing about an earlier one with the same key.
 */
export type Outcome = 'refused' | 'unknown' | 'repeatable';

export function outcomeOf(error: unknown): Outcome {
  // A bug in the widget says nothing about the server.
  if (!(error instanceof TransportError)) return 'unknown';
  if (isBeforeKey(error.code)) return 'repeatable';
  return isRetryable(error) || isOutcomeUnknown(error) ? 'unknown' : 'refused';
}

/** Returns whether the server rejected the request before it looked the key up. */
function isBeforeKey(code: string): boolean {
  return /^(auth\.|request\.|(call\.unknown|captcha_required|rate\.limited)$)/.test(code);
}
