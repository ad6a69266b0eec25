import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { decimalSchema } from '../money.ts';
import { depositStatusWordSchema } from '../wire/deposit-status.ts';

export const depositStatus = defineCall({
  name: 'deposit-status',
  method: 'GET',
  summary: 'Where a deposit stands.',
  isRetried: true,
  isCreating: false,
  request: z.object({ depositId: z.string(), paymentMethod: z.string() }),
  response: z.object({
    depositId: z.string(),
    reference: z.string(),
    status: depositStatusWordSchema,
    amount: decimalSchema,
    currency: currencySchema,
    /** What was credited, once anything was. */
    processingAmount: z.optional(decimalSchema),
    /** The currency of the player's account, where it isn't that of the deposit. */
    processingCurrency: z.optional(currencySchema),
  }),
});

export type DepositState = z.infer<typeof depositStatus.response>;
