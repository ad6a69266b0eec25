import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';

export const externalDepositContinue = defineCall({
  name: 'external-deposit-continue',
  method: 'POST',
  summary: 'Takes one of the offers of a deposit, and returns the page of its provider.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    depositId: z.string().check(z.maxLength(64)),
    /**
     * The offer that the player chose. Left out, unknown or expired: the server asks for fresh offers
     * and refuses with `offer.changed`; `deposit-get` then has them, or the page of an offer that was
     * chosen before. The same offer again gives the same page.
     */
    offerId: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({
    depositId: z.string(),
    /** The reference for support. */
    reference: z.string(),
    /** What the player pays. */
    passedAmount: decimalSchema,
    passedCurrency: currencySchema,
    /** What the player receives by the offer. */
    processingAmount: z.nullable(decimalSchema),
    processingCurrency: z.nullable(currencySchema),
    /** The provider's page; null with an `error`. */
    data: z.nullable(
      z.object({
        source: z.string(),
        method: z.enum(['GET', 'POST']),
        fields: z.record(z.string(), z.string()),
      }),
    ),
    /**
     * The deposit can't go on: it has ended, or its provider declined it (§4 "On-ramp continue").
     * A code of the error table, and its text.
     */
    error: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
});
