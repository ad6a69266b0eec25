import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { depositCreate } from './deposit-create.ts';
import { depositSummarySchema } from './deposit-list.ts';

export const depositGet = defineCall({
  name: 'deposit-get',
  method: 'GET',
  summary: 'Returns a deposit of the player and, if it waits for the player, the next step.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ depositId: z.string().check(z.maxLength(64)) }),
  response: z.object({
    deposit: depositSummarySchema,
    /** The response of `deposit-create`; null if the deposit can't be continued. */
    created: z.nullable(depositCreate.response),
    /** The server's time of the response, ISO 8601: a device's clock may be hours off. */
    now: z.optional(z.string()),
  }),
});
