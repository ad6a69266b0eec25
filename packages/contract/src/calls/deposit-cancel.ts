import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { depositStatus } from './deposit-status.ts';

export const depositCancel = defineCall({
  name: 'deposit-cancel',
  method: 'POST',
  summary: "Cancels a deposit on the player's behalf. Money that arrives later is still credited.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ depositId: z.string(), paymentMethod: z.optional(z.string()) }),
  response: depositStatus.response,
});
