import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { payableSchema } from '../entities/payable.ts';

/** Beyond §7 (design §4): the counterpart of `deposit-limits` for withdrawals. */
export const withdrawalLimits = defineCall({
  name: 'withdrawal-limits',
  method: 'POST',
  summary:
    'Returns the lowest and highest amount that the player may withdraw with a method, and the limit that applies.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    currency: currencySchema,
    paymentMethod: z.string().check(z.maxLength(64)),
  }),
  response: payableSchema,
});
