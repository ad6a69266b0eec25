import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';

/** The player's limits in one currency, inclusive (§3 `amount_rules`). */
export const amountRuleSchema = z.object({ min: decimalSchema, max: decimalSchema });

/** The number on the wire that picks a method's kind (§9); an unknown one is the redirect kind. */
export const cardViewTypes = {
  default: 0,
  card: 1,
  cardWalletOnly: 2,
  india: 3,
  cardMultipleType: 4,
  p2p: 5,
  pix: 6,
  eazype: 7,
  virtual: 8,
  bankTransfer: 9,
  onramp: 13,
  cash: 20,
} as const;

export const badgeSchema = z.enum(['brand', 'fast', 'instant', 'top', 'turbo', 'exclusive']);

/** A payment method as the widget sees it (§3). */
export const paymentMethodSchema = z.object({
  /** Stable name, unique in the catalogue: `bkash`, `card_in`. */
  name: z.string(),
  category: z.string(),
  cardViewType: z.number(),
  /** Display name per language; `en` is always there. */
  text: z.record(z.string(), z.string()),
  amount_rules: z.record(currencySchema, amountRuleSchema),
  /** Sort order, lowest first. */
  position: z.number(),
  /** Files `icons/<id>.svg` of the catalogue. */
  iconIds: z.array(z.string()),
  badge: z.optional(badgeSchema),
  isPopular: z.optional(z.boolean()),
  /** Shown, but can't be chosen for now; the server refuses it as well. */
  isUnderMaintenance: z.optional(z.boolean()),
  /** Whether a deposit with it needs a solved captcha (§4). */
  isCaptchaRequired: z.optional(z.boolean()),
  recommendedAmounts: z.optional(z.array(decimalSchema)),
  /** How long a payment usually takes to arrive, in minutes; 0 is "at once". */
  usualMinutes: z.optional(z.number()),
});

export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/** A named set of methods shown together (§3). */
export const paymentGroupSchema = z.object({
  name: z.string(),
  /** Message key of the group's title. */
  label: z.string(),
  paymentMethods: z.array(z.string()),
  position: z.number(),
});

export type PaymentGroup = z.infer<typeof paymentGroupSchema>;
