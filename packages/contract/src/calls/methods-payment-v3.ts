import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { paymentGroupSchema, paymentMethodSchema } from '../entities/payment-method.ts';
import { platforms } from '../entities/platform.ts';

export const methodsPaymentV3 = defineCall({
  name: 'methods-payment-v3',
  method: 'POST',
  summary: 'The deposit methods offered to the player, with their groups.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    /** The region the player looks at; only narrows what the token's country allows. */
    country: z.optional(countrySchema),
    /** The account's currency where it is left out or no method takes it. */
    currency: z.optional(currencySchema),
    /** What the player uses, where it says so: a method may be for some only. */
    platform: z.optional(z.enum(platforms)),
    /** The player's group of the experiment `payment_methods`. */
    abTestGroup: z.optional(z.string().check(z.maxLength(32))),
  }),
  response: z.object({
    /** What the list is of. */
    country: countrySchema,
    currency: currencySchema,
    methods: z.array(paymentMethodSchema),
    groups: z.array(paymentGroupSchema),
  }),
});
