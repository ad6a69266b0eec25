import * as z from 'zod/mini';

/** Where a withdrawal would go, for the player to compare before they confirm. Never logged. */
export const payoutDestinationSchema = z.object({
  /**
   * What the player typed and chose, in the order of the form. Empty for a card or account of a
   * receipt, of which no more is known.
   */
  parts: z.array(
    z.object({
      /** The field's name. */
      field: z.string(),
      /**
       * What was typed for this order is whole. Of saved details a long value has its first and last
       * five characters (`0x9aF…e79C8`), a short one the last four. A card has its scheme and last
       * four digits.
       */
      value: z.string(),
    }),
  ),
  /** Saved details are shown in part; with the order's code the quote has them whole. */
  isPartial: z.boolean(),
  /** The contract of the token that is sent; null for a chain's own coin and outside of chains. */
  contract: z.nullable(z.string()),
});

export type PayoutDestination = z.infer<typeof payoutDestinationSchema>;
