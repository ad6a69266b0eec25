import * as z from 'zod/mini';

/**
 * Why the player can't begin a payment, as a list of methods tells it: a block by the operator, or
 * the player's own exclusion. Creating calls are rejected with `player.<reason>`.
 */
export const playerBlockSchema = z.object({
  reason: z.enum(['blocked', 'selfExcluded']),
  /** Its end (ISO 8601); without one it is permanent. */
  until: z.optional(z.string()),
});

export type PlayerBlock = z.infer<typeof playerBlockSchema>;
