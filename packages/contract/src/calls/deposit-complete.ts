import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { longestFieldValue } from '../entities/field.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';
import { depositStatus } from './deposit-status.ts';

export const depositComplete = defineCall({
  name: 'deposit-complete',
  method: 'POST',
  summary: 'The player says that they have paid. It moves the screen, never the money.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    depositId: z.string(),
    paymentMethod: z.optional(z.string()),
    /** What the player's bank gave them as proof; `judgeConfirmationId` knows what it must be (§5). */
    confirmationId: z.optional(z.string().check(z.maxLength(longestFieldValue))),
    /** What the player filled in beside the invoice (§2 "Unified form"). */
    fields: z.optional(fieldValuesSchema),
  }),
  response: depositStatus.response,
});
