import * as z from 'zod/mini';

/** The provider's decline reasons, with their names on its pages. */
export const declineReasonLabels = {
  insufficient_funds: 'Insufficient funds',
  limit_exceeded: 'Limit exceeded',
  wrong_details: 'Wrong details',
  expired_card: 'Expired card',
  authentication_failed: 'Authentication failed',
  not_permitted: 'Not permitted',
  suspected_fraud: 'Suspected fraud',
  technical_error: 'Technical error',
} as const;

export type DeclineReason = keyof typeof declineReasonLabels;

export const declineReasonSchema = z.enum(Object.keys(declineReasonLabels) as DeclineReason[]);
