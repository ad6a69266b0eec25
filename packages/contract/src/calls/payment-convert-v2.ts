import * as z from 'zod/mini';
import { accountCurrencySchema, currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';

export const paymentConvertV2 = defineCall({
  name: 'payment-convert-v2',
  method: 'POST',
  summary: 'Converts an amount at the present rate, for showing only.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    amount: decimalSchema,
    currency: currencySchema,
    /** The currency to convert to; left out: the account's. */
    toCurrency: z.optional(currencySchema),
  }),
  response: z.object({
    /** Cut to the decimals of `currency`; zero if there is no rate (§8). */
    amount: decimalSchema,
    currency: accountCurrencySchema,
    /** Units of `currency` for one unit of the request's; null if there is no rate. */
    rate: z.nullable(decimalSchema),
  }),
});
