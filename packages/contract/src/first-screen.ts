import * as z from 'zod/mini';

/** More bonuses than this look the same on the first screen, as long as they aren't loaded. */
const mostBonuses = 2;

/**
 * The list as a widget's first screen, as far as its markup depends on the host and on this device.
 * The server draws it with the methods, so that it shows before the widget's scripts are there.
 */
export const firstScreenSchema = z.object({
  /** The widget's build, from its page: another build's markup can't be taken over. */
  build: z.string().check(z.maxLength(64)),
  /** The requested locale, BCP 47. */
  locale: z.string().check(z.maxLength(35)),
  closingButton: z.boolean(),
  hasBadge: z.boolean(),
  /** The number of the host's bonuses, 2 for more. */
  bonuses: z.int().check(z.minimum(0), z.maximum(mostBonuses)),
  /** The host offers the crypto bonus, and the player's experiment shows it. */
  hasCryptoBonus: z.boolean(),
  /** The name of the method of this device's last deposit. */
  lastMethod: z.optional(z.string().check(z.maxLength(64))),
});

export type FirstScreen = z.infer<typeof firstScreenSchema>;
