import * as z from 'zod/mini';
import { decimalSchema } from '../money.ts';

/**
 * What a player may pay with a method now, and which limit says so. `max` below `min` means that
 * nothing can be paid: the limit named leaves less than the method takes. Both `0` mean that the
 * limits are unknown (design §3.1).
 */
export const payableSchema = z.object({
  min: decimalSchema,
  max: decimalSchema,
  /** The method's own limit, or the player's of 24 hours, 7 days or 30 days. */
  limitedBy: z.enum(['method', 'day', 'week', 'month']),
  /** What the player's own lowest limit leaves; null where they have none. */
  remaining: z.nullable(decimalSchema),
  /** When that limit begins to leave more (ISO 8601). */
  resetsAt: z.nullable(z.string()),
});

/** What a player may pay with a method now. */
export type Payable = z.infer<typeof payableSchema>;
