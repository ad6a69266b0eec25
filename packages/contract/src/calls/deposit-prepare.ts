import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { fieldDefinitionSchema } from '../entities/field.ts';
import { requisiteSchema } from '../entities/invoice.ts';

export const depositPrepare = defineCall({
  name: 'deposit-prepare',
  method: 'POST',
  summary: 'What a method that needs preparation shows and asks for before a deposit is created.',
  isRetried: true,
  isCreating: false,
  cost: 'expensive',
  request: z.object({
    paymentMethod: z.string().check(z.maxLength(64)),
    /** What will be paid in; the account's where the method takes it. */
    currency: z.optional(currencySchema),
    selectedCountry: z.optional(countrySchema),
  }),
  response: z.object({
    /** What the player is shown (§3 "Indian prepare data"). */
    details: z.array(requisiteSchema),
    /** What is asked for besides the method's own fields. */
    fields: z.array(fieldDefinitionSchema),
  }),
});
