import * as z from 'zod/mini';

/** A brand's settings for its own accounts. */
export const requisitesConfigSchema = z.object({
  /**
   * The time that the player is given to pay, in seconds; later payments are credited too (§9: 15
   * minutes for bank transfers).
   */
  lifetimeSeconds: z._default(z.int().check(z.minimum(60), z.maximum(86_400)), 900),
  /**
   * The secret of the notifications' signatures of the operator's bank, or of the adapter to it.
   * Without it statements and operators confirm.
   */
  webhookSecret: z.optional(z.string().check(z.minLength(16))),
});

export type RequisitesConfig = z.infer<typeof requisitesConfigSchema>;
