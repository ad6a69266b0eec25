import * as z from 'zod/mini';

/**
 * Why a payment was declined, as far as the provider says: a closed set, so that each has words of
 * its own for the player (`complete.reason.<reason>`). Never more than what the provider said.
 */
export const declineReasons = [
  'insufficientFunds',
  'limitExceeded',
  'wrongDetails',
  'expiredCard',
  'authenticationFailed',
  'notPermitted',
  'suspectedFraud',
  'technical',
] as const;

export const declineReasonSchema = z.enum(declineReasons);

export type DeclineReason = z.infer<typeof declineReasonSchema>;
