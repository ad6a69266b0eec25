import type { DeclineReason } from '@kassa/contract';

/** Decline reasons of the provider that match the port's; others are left out, never guessed. */
const reasonByCode: Readonly<Record<string, DeclineReason>> = {
  NO_FUNDS: 'insufficientFunds',
  OVER_LIMIT: 'limitExceeded',
  FRAUD: 'suspectedFraud',
};

/** Null if there is no reason, or one that the port doesn't have. */
export function toDeclineReason(code: string | null | undefined): DeclineReason | null {
  if (code == null || !Object.hasOwn(reasonByCode, code)) return null;
  return reasonByCode[code] ?? null;
}
