import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { defineCall } from '../define-call.ts';
import { p2pResponseSchema } from './deposit-create-p2p.ts';

export const depositCheck = defineCall({
  name: 'deposit-check',
  method: 'POST',
  summary: 'Returns the deposit of a method that its player can still pay, if there is one.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    paymentMethod: z.string().check(z.maxLength(64)),
    /** As in §7; a deposit is found whatever region is selected. */
    selectedCountry: z.optional(countrySchema),
  }),
  response: z.union([z.object({ exists: z.literal(false) }), p2pResponseSchema]),
});
