import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { decimalSchema } from '../money.ts';
import { fieldDefinitionSchema } from './field.ts';

/** A method's limits in one currency, inclusive (§3 `amount_rules`); {@link methodLimits} reads them. */
export const amountRuleSchema = z.object({
  min: decimalSchema,
  max: decimalSchema,
  /** Instead of `min`, for players outside of Russia. */
  minNonRus: z.optional(decimalSchema),
});

/** What the provider charges the player on top of the amount, by itself: {@link feeOf} says how much. */
export const feeSchema = z.object({
  /** Of the amount: `1.5` is 1.5 %. */
  percent: z.optional(decimalSchema),
  /** Besides, in each currency. */
  fixed: z.optional(z.record(currencySchema, decimalSchema)),
});

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
  /** Quick amounts instead of those that are chosen from the presets (§5). */
  recommendedAmounts: z.optional(z.array(decimalSchema)),
  /** The amount that stands in the form at first, by currency. */
  prefilledAmount: z.optional(z.record(currencySchema, decimalSchema)),
  /** What the player is asked for besides the amount, in this order. */
  fields: z.optional(z.array(fieldDefinitionSchema).check(z.maxLength(24))),
  /** Whether a field of the category `card` must hold Luhn's check digit (ISO/IEC 7812-1). */
  checkLuhn: z.optional(z.boolean()),
  fee: z.optional(feeSchema),
  /** The form shows no bonus, and none is given (§4). */
  isBonusHidden: z.optional(z.boolean()),
  /** The host is told when the player is sent to the provider's page (§4). */
  notifiesHostOnRedirect: z.optional(z.boolean()),
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
