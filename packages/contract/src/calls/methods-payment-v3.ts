import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { paymentGroupSchema, paymentMethodSchema } from '../entities/payment-method.ts';

export const methodsPaymentV3 = defineCall({
  name: 'methods-payment-v3',
  method: 'POST',
  summary: 'The deposit methods offered to the player, with their groups.',
  isRetried: true,
  isCreating: false,
  request: z.object({
    /** The region the player looks at; only narrows what the token's country allows. */
    country: countrySchema,
    currency: currencySchema,
  }),
  response: z.object({
    methods: z.array(paymentMethodSchema),
    groups: z.array(paymentGroupSchema),
  }),
});
