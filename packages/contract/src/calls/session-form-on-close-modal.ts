import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';

export const sessionFormOnCloseModal = defineCall({
  name: 'session-form-on-close-modal',
  method: 'POST',
  summary: 'The page was closed while a deposit was being created. Sent as the page goes away.',
  isRetried: false,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    paymentMethod: z.string().check(z.maxLength(64)),
    /** Its name as the player read it. */
    paymentMethodText: z.string().check(z.maxLength(200)),
    /** Ignored: whose session it is, the token says. */
    userId: z.optional(z.string().check(z.maxLength(128))),
    paymentSessionId: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({}),
});
