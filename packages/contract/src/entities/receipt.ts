import * as z from 'zod/mini';
import { accountCurrencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { takenBackSchema } from './taken-back.ts';

const moneySchema = z.object({ amount: decimalSchema, currency: accountCurrencySchema });

/** One payment of a receipt. */
const receiptPaymentSchema = z.object({
  paid: moneySchema,
  credited: moneySchema,
  /** The rate from the paid to the credited currency, if they differ. */
  rate: z.optional(decimalSchema),
  /** What was paid with, masked: `•••• 4242`. */
  instrument: z.optional(z.string()),
});

/** The receipt of a processed deposit: the payload of its signature. Times are ISO 8601 in UTC. */
export const receiptSchema = z.object({
  kind: z.literal('kassa.receipt.v1'),
  /** The brand's product name and its name for people. */
  brand: z.string(),
  brandName: z.string(),
  /** The address of the brand's public keys (JWK Set). */
  keysUrl: z.string(),
  reference: z.string(),
  /** The method's name in requests. */
  paymentMethod: z.string(),
  /** Its name for people: in the language of `locale`, else in English. */
  methodName: z.string(),
  /** The language that the receipt was asked for in; earlier releases state none. */
  locale: z.optional(z.string()),
  requested: moneySchema,
  /** The fee that the player paid on top, in the requested currency, if it is known. */
  fee: z.optional(decimalSchema),
  payments: z.array(receiptPaymentSchema),
  credited: moneySchema,
  /** The part of the credited amount that settled what the player owed. */
  settledDebt: z.optional(decimalSchema),
  /** What was taken back of the credited amount until the receipt was issued. */
  takenBack: z.optional(takenBackSchema),
  createdAt: z.string(),
  /** When the first payment arrived. */
  paidAt: z.string(),
  creditedAt: z.string(),
  issuedAt: z.string(),
});

export type Receipt = z.infer<typeof receiptSchema>;
