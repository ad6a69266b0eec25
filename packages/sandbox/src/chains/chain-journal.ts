import * as z from 'zod/mini';
import { chainNameSchema } from './chain-facts.ts';

/** A transaction of a simulated chain: one payment of an invented sender. */
export const simulatedTransactionSchema = z.object({
  /** 64 hex digits. */
  id: z.string(),
  /** Epoch milliseconds. */
  sentAt: z.number(),
  /** The sender's 20 bytes in hex. */
  sender: z.string(),
  /** The recipient as nodes report it. */
  to: z.string(),
  /** The token's contract; null: the chain's own coin. */
  contract: z.nullable(z.string()),
  /** In the smallest unit. */
  units: z.string(),
  memo: z.nullable(z.string()),
  /** Whether it is mined without moving money, as a call that ran out of gas. */
  fails: z.boolean(),
  /** In units per virtual byte, of chains with outputs. */
  feeRate: z.number(),
  /** The invented transaction whose output 0 it spends; two that spend the same exclude each other. */
  spends: z.string(),
  /** What was signed, of a transaction that a program has sent, in hex; the page's own have none. */
  raw: z.optional(z.string()),
  /** The number of such a transaction among its sender's, on EVM chains. */
  nonce: z.optional(z.number()),
});

export type SimulatedTransaction = z.infer<typeof simulatedTransactionSchema>;

/** What becomes of the payments of blocks that a reorganisation drops. */
export const fateSchema = z.enum(['again', 'pending', 'never']);

export type Fate = z.infer<typeof fateSchema>;

/** One entry of the simulated chains' history. Blocks follow from the entries. */
export const chainEntrySchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('sent'),
    blockchain: chainNameSchema,
    transaction: simulatedTransactionSchema,
  }),
  z.object({
    kind: z.literal('mined'),
    blockchain: chainNameSchema,
    count: z.number(),
    at: z.number(),
  }),
  z.object({
    kind: z.literal('reorganised'),
    blockchain: chainNameSchema,
    depth: z.number(),
    fate: fateSchema,
    at: z.number(),
  }),
  z.object({
    kind: z.literal('replaced'),
    blockchain: chainNameSchema,
    txid: z.string(),
    transaction: simulatedTransactionSchema,
  }),
  z.object({ kind: z.literal('minerSet'), blockchain: chainNameSchema, isOn: z.boolean() }),
]);

export type ChainEntry = z.infer<typeof chainEntrySchema>;
