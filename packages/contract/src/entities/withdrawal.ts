import * as z from 'zod/mini';
import { accountCurrencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { withdrawalStatusWordSchema } from '../wire/withdrawal-status.ts';

/** A withdrawal as its player sees it. */
export const withdrawalSchema = z.object({
  withdrawalId: z.string(),
  /** The reference for support: `KW-7Q2M-41XK`. */
  reference: z.string(),
  paymentMethod: z.string(),
  status: withdrawalStatusWordSchema,
  amount: decimalSchema,
  currency: accountCurrencySchema,
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** Whether the player may still cancel it. */
  isCancelable: z.boolean(),
});

export type Withdrawal = z.infer<typeof withdrawalSchema>;
