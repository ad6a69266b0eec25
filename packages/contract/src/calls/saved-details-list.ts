import * as z from 'zod/mini';
import { defineCall } from '../define-call.ts';

/** Details of an earlier payment, masked. */
const savedDetailsSchema = z.object({
  detailsId: z.string(),
  paymentMethod: z.string(),
  /** For people: `GTBank •••• 6789`. */
  masked: z.string(),
  /** The holder of the card or account, as typed or as its receipt names the payer. */
  holder: z.optional(z.string()),
  /** Epoch milliseconds. */
  lastUsedAt: z.number(),
  /** False for a card or account of a receipt, which lives as long as the receipt. */
  isRemovable: z.boolean(),
});

export type SavedDetails = z.infer<typeof savedDetailsSchema>;

/** Beyond §7: what the player used before, to use it again. */
export const savedDetailsList = defineCall({
  name: 'saved-details-list',
  method: 'GET',
  summary:
    "The player's saved details of a method, masked, last used first. For a method that pays to the card or account of a deposit: those.",
  isRetried: true,
  isCreating: false,
  cost: 'usual',
  request: z.object({ paymentType: z.string().check(z.maxLength(64)) }),
  response: z.object({ details: z.array(savedDetailsSchema) }),
});
