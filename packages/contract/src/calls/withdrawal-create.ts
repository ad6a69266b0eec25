import * as z from 'zod/mini';
import { countrySchema } from '../countries.ts';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { fieldValuesSchema } from '../entities/field-values.ts';
import { withdrawalSchema } from '../entities/withdrawal.ts';
import { decimalSchema } from '../money.ts';

export const withdrawalCreate = defineCall({
  name: 'withdrawal-create',
  method: 'POST',
  summary:
    'Requests a withdrawal: the money is held at once and paid out after approval. It forfeits the bonuses that withdrawal-limits lists.',
  isRetried: true,
  isCreating: true,
  cost: 'expensive',
  request: z.object({
    amount: decimalSchema,
    /** The currency of the player's account. */
    currency: currencySchema,
    /** Name of the payment method. */
    paymentType: z.string().check(z.maxLength(64)),
    /** The details of the payout's recipient. */
    fields: z.optional(fieldValuesSchema),
    selectedCountry: z.optional(countrySchema),
  }),
  response: withdrawalSchema,
});
