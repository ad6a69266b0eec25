import * as z from 'zod/mini';

/** A line for people who gamble too much: its name by language, and its page or telephone number. */
export const helpLineSchema = z.object({
  name: z.record(z.string(), z.string()),
  url: z.string().check(z.regex(/^(https:\/\/|tel:\+?[\d-]+$)/)),
});

export type HelpLine = z.infer<typeof helpLineSchema>;

/**
 * Why the player can't begin a payment, as a list of methods tells it: a block by the operator, or
 * the player's own exclusion. Creating calls are rejected with `player.<reason>`.
 */
export const playerBlockSchema = z.object({
  reason: z.enum(['blocked', 'selfExcluded']),
  /** Its end (ISO 8601); without one it is permanent. */
  until: z.optional(z.string()),
  /** The brand's lines for a player who has excluded themselves. */
  helpLines: z.optional(z.array(helpLineSchema)),
});

export type PlayerBlock = z.infer<typeof playerBlockSchema>;
