import * as z from 'zod/mini';
import { decimalSchema } from '../money.ts';

/**
 * What was taken back of a deposit's credited amount, by cause. An amount is more than zero, or
 * left out; the amounts don't overlap.
 */
export const takenBackSchema = z.object({
  refunded: z.optional(decimalSchema),
  chargedBack: z.optional(decimalSchema),
  /** Taken back for another cause, such as a transfer that the bank recalled. */
  reversed: z.optional(decimalSchema),
});

export type TakenBack = z.infer<typeof takenBackSchema>;
