import type { DeclineReason } from '@kassa/contract';

/** The provider's words for why a payment was declined. */
const reasonByWord: Readonly<Record<string, DeclineReason>> = {
  insufficient_funds: 'insufficientFunds',
  limit_exceeded: 'limitExceeded',
  wrong_details: 'wrongDetails',
  expired_card: 'expiredCard',
  authentication_failed: 'authenticationFailed',
  not_permitted: 'notPermitted',
  suspected_fraud: 'suspectedFraud',
  technical_error: 'technical',
};

/** Null where it gives no reason, or one that the manual did not have when this was written. */
export function toDeclineReason(word: string | null | undefined): DeclineReason | null {
  if (word == null || !Object.hasOwn(reasonByWord, word)) return null;
  return reasonByWord[word] ?? null;
}
