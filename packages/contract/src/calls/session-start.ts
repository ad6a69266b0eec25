import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';

export const sessionStart = defineCall({
  name: 'session-start',
  method: 'POST',
  summary: 'Opens a payment session: one intent of the player to pay, over all its attempts.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.object({
    amount: decimalSchema,
    currency: currencySchema,
    /** The group in which the player chose the method, if any. */
    pendingGroup: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/))),
  }),
  response: z.object({ payment_session_id: z.string() }),
});
