import * as z from 'zod/mini';
import { blockchainSchema } from '../blockchains.ts';
import { accountCurrencySchema, currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { declineReasonSchema } from '../entities/decline-reason.ts';
import { decimalSchema } from '../money.ts';
import { depositStatusWordSchema } from '../wire/deposit-status.ts';

export const depositStatus = defineCall({
  name: 'deposit-status',
  method: 'GET',
  summary: 'Where a deposit stands.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ depositId: z.string(), paymentMethod: z.string() }),
  response: z.object({
    depositId: z.string(),
    reference: z.string(),
    status: depositStatusWordSchema,
    /** Its money is there, and not on the balance yet: it is still `PENDING`, and not to be paid again. */
    isReceived: z.optional(z.boolean()),
    amount: decimalSchema,
    currency: accountCurrencySchema,
    /** What was credited, once anything was. */
    processingAmount: z.optional(decimalSchema),
    /** The currency of the player's account, where it isn't that of the deposit. */
    processingCurrency: z.optional(accountCurrencySchema),
    /** Why it was declined, where the provider says so. */
    declineReason: z.optional(declineReasonSchema),
    /** Of a payment in crypto that was seen on its chain. */
    chain: z.optional(
      z.object({
        blockchain: blockchainSchema,
        txid: z.string(),
        /** Blocks that confirm it so far, by the chain's own word. */
        confirmations: z.number().check(z.nonnegative()),
        /** What arrived, in the coin. */
        cryptoAmount: z.optional(decimalSchema),
        cryptoCurrency: z.optional(currencySchema),
      }),
    ),
  }),
});

export type DepositState = z.infer<typeof depositStatus.response>;
