import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';

export const withdrawalStatus = defineCall({
  name: 'withdrawal-status',
  method: 'GET',
  summary: 'Returns the status of a withdrawal.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ withdrawalId: z.string() }),
  response: withdrawalSchema,
});
