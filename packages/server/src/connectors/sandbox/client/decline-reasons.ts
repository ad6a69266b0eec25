import type { DeclineReason } from '@kassa/contract';

/** The provider's codes for decline reasons. */
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

/** Null if there is no reason, or an unknown one. */
export function toDeclineReason(word: string | null | undefined): DeclineReason | null {
  if (word == null || !Object.hasOwn(reasonByWord, word)) return null;
  return reasonByWord[word] ?? null;
}
