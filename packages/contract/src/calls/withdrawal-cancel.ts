import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';

export const withdrawalCancel = defineCall({
  name: 'withdrawal-cancel',
  method: 'POST',
  summary: 'Cancels a withdrawal that was not sent yet, and releases the held money.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ withdrawalId: z.string() }),
  response: withdrawalSchema,
});
