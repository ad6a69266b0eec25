import * as z from 'zod/mini';
import { widgetViewTypes } from './host-messages.ts';
import { decimalSchema } from './money.ts';

/** More bonuses than this look the same on the first screen, as long as they aren't loaded. */
const mostBonuses = 2;

/**
 * A screen of the widget as the first one, as far as its markup depends on the host and on this
 * device. The server draws it with the methods, so that it shows before the widget's scripts are
 * there.
 */
export const firstScreenSchema = z.object({
  /** The widget's build, from its page: another build's markup can't be taken over. */
  build: z.string().check(z.maxLength(64)),
  /** The main cashier, or the sweepstake cashier. */
  view: z.enum(widgetViewTypes),
  /** The page has the methods already: the answer has the screen alone. */
  isNext: z.optional(z.boolean()),
  /** The path under the product, with its query: `/deposit`, `/deposit/redirect?method=card`. */
  address: z.string().check(z.maxLength(300)),
  /** The requested locale, BCP 47. */
  locale: z.string().check(z.maxLength(35)),
  closingButton: z.boolean(),
  hasBadge: z.boolean(),
  /** The number of the host's bonuses, 2 for more. */
  bonuses: z.int().check(z.minimum(0), z.maximum(mostBonuses)),
  /** The host offers the crypto bonus, and the player's experiment shows it. */
  hasCryptoBonus: z.boolean(),
  /** The amount of this device's last deposit in the offer's currency, for a form. */
  lastAmount: z.optional(decimalSchema),
  /** The id of the bank that a form's method was last paid from on this device. */
  lastBank: z.optional(z.string().check(z.maxLength(64))),
});

export type FirstScreen = z.infer<typeof firstScreenSchema>;
