import * as z from 'zod/mini';
import { accountCurrencySchema, currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { blockchainSchema } from './blockchain.ts';

/** The states of a payment on a chain. */
export const chainPaymentStates = [
  /** Sent, and in no block yet. */
  'pending',
  'confirming',
  /** It has all confirmations; its money is credited, or waits for the operator. */
  'confirmed',
  /** The sender replaced it by another transaction before it was in a block. */
  'replaced',
  /** The network dropped it before it was in a block, or its block was reorganised away. */
  'dropped',
] as const;

export type ChainPaymentState = (typeof chainPaymentStates)[number];

/** What is unusual about a payment on a chain; each has its own text for the player. */
export const chainPaymentNotes = [
  /** Less than the method's minimum; credited all the same. */
  'belowMinimum',
  /** More than the method's maximum: the operator decides. */
  'aboveMaximum',
  /** So little that it is not credited by itself: the operator decides. */
  'dust',
  /** Another coin or token than the one that the address is for: the operator decides. */
  'otherCoin',
  /** It came after its deposit had ended; credited all the same. */
  'late',
] as const;

export type ChainPaymentNote = (typeof chainPaymentNotes)[number];

/** A crypto payment as seen on its chain (§3 "Transaction"). */
export const chainTransactionSchema = z.object({
  blockchain: blockchainSchema,
  txid: z.string(),
  /** The number of confirming blocks so far, as the chain reports it. */
  confirmations: z.number().check(z.nonnegative()),
  /** The received amount, in the coin. */
  cryptoAmount: z.optional(decimalSchema),
  cryptoCurrency: z.optional(currencySchema),
  /** Its value in the player's currency, at the rate of the moment when it was first seen. */
  finalAmount: z.optional(decimalSchema),
  finalCurrency: z.optional(accountCurrencySchema),
  /** What was credited for it, in the same currency; left out until then. */
  processingAmount: z.optional(decimalSchema),
  /** Left out where the chain says no more than the confirmations; undefined if unknown here. */
  state: z.catch(z.optional(z.enum(chainPaymentStates)), undefined),
  note: z.catch(z.optional(z.enum(chainPaymentNotes)), undefined),
  /** Set on a test network, which the explorer of the real chain doesn't show. */
  isTestNetwork: z.optional(z.boolean()),
});

export type ChainTransaction = z.infer<typeof chainTransactionSchema>;

/** The crypto payments of a deposit, in `deposit-status` and the push. */
export const chainShape = {
  /** The one that matters most: the newest that is not replaced or dropped. */
  chain: z.optional(chainTransactionSchema),
  /** All of them, the newest first, if there are several. */
  transactions: z.optional(z.array(chainTransactionSchema)),
};
