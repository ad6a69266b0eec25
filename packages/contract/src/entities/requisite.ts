import * as z from 'zod/mini';
import { providerTextSchema } from './localized-text.ts';

/**
 * A detail that the player needs for a manual payment (§3 `requisites`): an account, a name, a
 * code.
 */
export const requisiteSchema = z.object({
  /**
   * The label's key: the player reads `requisite.<name>` if the locale files have it, else `title`.
   */
  name: z.string().check(z.maxLength(64)),
  title: z.optional(providerTextSchema),
  /**
   * The format of the value: `card` in groups of four, `phone`, `iban`; any other is shown
   * unchanged.
   */
  type: z.optional(z.string().check(z.maxLength(32))),
  value: z.string().check(z.minLength(1), z.maxLength(512)),
  isCopyable: z.optional(z.boolean()),
});

export type Requisite = z.infer<typeof requisiteSchema>;
