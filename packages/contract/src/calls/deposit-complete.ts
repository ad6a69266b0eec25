import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { longestFieldValue } from '../entities/field.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';
import { depositStatus } from './deposit-status.ts';

export const depositComplete = defineCall({
  name: 'deposit-complete',
  method: 'POST',
  summary: 'Records that the player reports having paid. It changes the screen, never the balance.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    depositId: z.string(),
    paymentMethod: z.optional(z.string()),
    /**
     * The player's proof of payment from their bank; `validateConfirmationId` validates it (§5). A
     * method with `needsConfirmationId` requires it; a repeat may leave it out.
     */
    confirmationId: z.optional(z.string().check(z.maxLength(longestFieldValue))),
    /** The values of the invoice's own input fields (§2 "Unified form"). */
    fields: z.optional(fieldValuesSchema),
  }),
  response: depositStatus.response,
});
