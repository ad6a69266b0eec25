import * as z from 'zod/mini';
import { decimalSchema } from '../money.ts';

/**
 * The amount that a player may pay with a method now, and the limit that applies. If `max` is below
 * `min`, nothing can be paid: the limit in `limitedBy` leaves less than the method's minimum. Both
 * `0` mean that the limits are unknown (design §3.1).
 */
export const payableSchema = z.object({
  min: decimalSchema,
  max: decimalSchema,
  /** The method's own limit, or the player's limit per 24 hours, 7 days or 30 days. */
  limitedBy: z.enum(['method', 'day', 'week', 'month']),
  /** The remainder of the player's lowest limit; null if the player has none. */
  remaining: z.nullable(decimalSchema),
  /** The time from which that limit leaves more (ISO 8601). */
  resetsAt: z.nullable(z.string()),
});

/** The amount that a player may pay with a method now. */
export type Payable = z.infer<typeof payableSchema>;
