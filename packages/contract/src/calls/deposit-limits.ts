import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { payableSchema } from '../entities/payable.ts';

export const depositLimits = defineCall({
  name: 'deposit-limits',
  method: 'POST',
  summary: 'What the player may pay with a method, at least and at most, and which limit says so.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    currency: currencySchema,
    paymentMethod: z.string().check(z.maxLength(64)),
  }),
  response: payableSchema,
});
