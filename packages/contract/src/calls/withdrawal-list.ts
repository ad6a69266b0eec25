import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';

export const withdrawalList = defineCall({
  name: 'withdrawal-list',
  method: 'GET',
  summary: "The player's last 50 withdrawals, newest first.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({ withdrawals: z.array(withdrawalSchema) }),
});
