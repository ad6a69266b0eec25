import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';

export const withdrawalCancel = defineCall({
  name: 'withdrawal-cancel',
  method: 'POST',
  summary: 'Takes a withdrawal back, as long as it was not sent: the held money is free again.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ withdrawalId: z.string() }),
  response: withdrawalSchema,
});
