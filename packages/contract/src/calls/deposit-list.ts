import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { defineCall } from '../define-call.ts';
import { claimSchema } from '../entities/claim.ts';
import { coinsSchema } from '../entities/coins.ts';
import { decimalSchema } from '../money.ts';
import { depositStatus } from './deposit-status.ts';

/** A deposit in the player's list. */
export const depositSummarySchema = z.extend(depositStatus.response, {
  /** The name of the method; the catalogue may no longer offer it. */
  paymentMethod: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /**
   * Whether the player can continue the deposit through `deposit-get`: it waits for them, or its
   * code or invoice still lives after they reported the payment.
   */
  canContinue: z.boolean(),
  /** The player has reported the payment, and its code or invoice still lives. */
  isReported: z.optional(z.boolean()),
  /** The coins of the package that the deposit pays for. */
  coins: z.optional(coinsSchema),
  /** The player's latest claim that they have paid and nothing was credited. */
  claim: z.optional(claimSchema),
  /** Whether `deposit-claim` takes a proof for the deposit now. */
  canClaim: z.optional(z.boolean()),
});

export type DepositSummary = z.infer<typeof depositSummarySchema>;

/** The player's last paid deposit, as it can be paid again. */
const lastPaidSchema = z.object({
  paymentMethod: z.string(),
  amount: decimalSchema,
  currency: currencySchema,
  /** The card or account that it was paid with, for people: `•••• 4242`. */
  masked: z.optional(z.string()),
  /** The saved details that it was paid with. */
  detailsId: z.optional(z.string()),
});

export type LastPaid = z.infer<typeof lastPaidSchema>;

export const depositList = defineCall({
  name: 'deposit-list',
  method: 'GET',
  summary:
    "The player's last 50 deposits and all unfinished ones, newest first, and the last paid one.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({}),
  response: z.object({
    deposits: z.array(depositSummarySchema),
    /** Missing where none was paid. Whether it can be paid again now, `methods-payment-v3` says. */
    lastPaid: z.optional(lastPaidSchema),
  }),
});
