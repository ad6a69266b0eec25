import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalOrderShape } from '../entities/withdrawal-order.ts';

/** Beyond §7: the code that confirms a withdrawal, where the operator asks for one. */
export const withdrawalCode = defineCall({
  name: 'withdrawal-code',
  method: 'POST',
  summary:
    "Sends the player a code by the operator's channel, with which they confirm this withdrawal.",
  isRetried: false,
  isCreating: false,
  cost: 'expensive',
  request: z.object(withdrawalOrderShape),
  response: z.object({
    /** Where it was sent, masked by the operator: `+49 ••• 89`; null if they don't say. */
    sentTo: z.nullable(z.string()),
    /** Epoch milliseconds. */
    expiresAt: z.number(),
    /** The time from which another code can be sent, in epoch milliseconds. */
    nextAt: z.number(),
  }),
});
