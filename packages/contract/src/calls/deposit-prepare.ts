import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { fieldDefinitionSchema } from '../entities/field.ts';
import { requisiteSchema } from '../entities/requisite.ts';

export const depositPrepare = defineCall({
  name: 'deposit-prepare',
  method: 'POST',
  summary: 'Returns the details and fields that a method needs before a deposit is created.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    paymentMethod: z.string().check(z.maxLength(64)),
    /** The deposit's currency; by default the account's, if the method accepts it. */
    currency: z.optional(currencySchema),
    selectedCountry: z.optional(countrySchema),
  }),
  response: z.object({
    /** Details to show to the player (§3 "Indian prepare data"). */
    details: z.array(requisiteSchema),
    /** Fields besides the method's own. */
    fields: z.array(fieldDefinitionSchema),
  }),
});
