import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { depositCreate } from './deposit-create.ts';
import { depositSummarySchema } from './deposit-list.ts';

export const depositGet = defineCall({
  name: 'deposit-get',
  method: 'GET',
  summary: 'One deposit of the player, with what they do next where it still waits for them.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ depositId: z.string().check(z.maxLength(64)) }),
  response: z.object({
    deposit: depositSummarySchema,
    /** What `deposit-create` answered; null where there is nothing to go on with. */
    created: z.nullable(depositCreate.response),
    /** The server's clock as it answered, ISO 8601: a device's may be wrong by hours. */
    now: z.optional(z.string()),
  }),
});
