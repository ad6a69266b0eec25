import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { payableSchema } from '../entities/payable.ts';

const methodSchema = z.string().check(z.maxLength(64));

export const depositLimits = defineCall({
  name: 'deposit-limits',
  method: 'POST',
  summary:
    'Returns the lowest and highest amount that the player may deposit with a method, and the limit that applies.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z
    .object({
      currency: currencySchema,
      paymentType: z.optional(methodSchema),
      /** @deprecated The earlier name of `paymentType`, accepted for one release. */
      paymentMethod: z.optional(methodSchema),
    })
    .check(
      z.refine(({ paymentType, paymentMethod }) => (paymentType ?? paymentMethod) !== undefined, {
        path: ['paymentType'],
        error: 'is required',
      }),
    ),
  response: payableSchema,
});
