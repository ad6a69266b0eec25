import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';

export const sessionFormOnCloseModal = defineCall({
  name: 'session-form-on-close-modal',
  method: 'POST',
  summary:
    'Records that the page was closed while a deposit was being created. Sent as the page unloads.',
  isRetried: false,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    paymentMethod: z.string().check(z.maxLength(64)),
    /** The method's name as displayed to the player. */
    paymentMethodText: z.string().check(z.maxLength(200)),
    /** Ignored: the token determines the player. */
    userId: z.optional(z.string().check(z.maxLength(128))),
    paymentSessionId: z.optional(z.string().check(z.maxLength(64))),
  }),
  response: z.object({}),
});
