import * as z from 'zod/mini';
import { accountCurrencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { withdrawalStatusWordSchema } from '../wire/withdrawal-status.ts';
import { blockchainSchema } from './blockchain.ts';

/** Why a withdrawal ended without its player having the money. */
export const withdrawalEndReasons = [
  /** The operator rejected it. */
  'operator',
  /** The provider or the bank refused the payout. */
  'provider',
  /** The bank sent the money back. */
  'returned',
] as const;

/** A payout on a chain. */
const payoutTransactionSchema = z.object({
  blockchain: blockchainSchema,
  txid: z.string(),
  confirmations: z.int(),
  /** The confirmations with which it counts as paid. */
  required: z.int(),
});

/** A withdrawal as its player sees it. */
export const withdrawalSchema = z.object({
  withdrawalId: z.string(),
  /** The reference for support: `KW-7Q2M-41XK`. */
  reference: z.string(),
  paymentMethod: z.string(),
  status: withdrawalStatusWordSchema,
  /** What left the balance. */
  amount: decimalSchema,
  currency: accountCurrencySchema,
  /** The part of it that isn't paid out, in the same currency. */
  fee: decimalSchema,
  /** What arrives, in the currency or coin of the payout. */
  arrives: z.object({ amount: decimalSchema, currency: accountCurrencySchema }),
  /**
   * The part of `amount` that was paid and not given back, if the provider paid only a part; else
   * null.
   */
  paidAmount: z.nullable(decimalSchema),
  /** The destination, masked: `•••• 1234`; null if it was deleted. */
  destination: z.nullable(z.string()),
  /** Epoch milliseconds. */
  createdAt: z.number(),
  /** It is sent no earlier, since its destination is new; epoch milliseconds, or null. */
  sendsAfter: z.nullable(z.number()),
  /**
   * When the provider or the chain took it, in epoch milliseconds. Only while it is on its way: not where the
   * outcome of its sending is unknown, and not by servers of earlier releases.
   */
  sentAt: z.optional(z.number()),
  /** Whether the player may still cancel it. */
  isCancelable: z.boolean(),
  /** Only if it ended unpaid and wasn't canceled. */
  endReason: z.nullable(z.enum(withdrawalEndReasons)),
  /** The transaction of a payout on a chain, once it was sent. */
  transaction: z.nullable(payoutTransactionSchema),
});

export type Withdrawal = z.infer<typeof withdrawalSchema>;
