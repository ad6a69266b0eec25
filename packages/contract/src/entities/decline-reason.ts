import * as z from 'zod/mini';

/**
 * The reason of a decline as reported by the provider. The set is closed, so that each reason has
 * its own text for the player (`complete.reason.<reason>`). A reason never says more than the
 * provider.
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
