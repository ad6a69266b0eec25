import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';
import { receiptSchema } from '../entities/receipt.ts';

export const depositReceipt = defineCall({
  name: 'deposit-receipt',
  method: 'GET',
  summary: 'Returns the receipt of a processed deposit of the player, signed by the brand.',
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({
    depositId: z.string().check(z.maxLength(64)),
    /** The player's language, BCP 47; English if it is left out or unknown. */
    locale: z.optional(z.string()),
  }),
  response: z.object({
    /** Null if the deposit isn't processed. */
    receipt: z.nullable(receiptSchema),
    /** The receipt as a compact JWS (RFC 7515) with EdDSA; null if the brand has no key. */
    signed: z.nullable(z.string()),
  }),
});
