import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { payableSchema } from '../entities/payable.ts';

/** Beyond §7 (design §4): what `deposit-limits` answers, for a withdrawal. */
export const withdrawalLimits = defineCall({
  name: 'withdrawal-limits',
  method: 'POST',
  summary:
    'What the player may withdraw with a method, at least and at most, and which limit says so.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    currency: currencySchema,
    paymentMethod: z.string().check(z.maxLength(64)),
  }),
  response: payableSchema,
});
