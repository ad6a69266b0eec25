import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { isUnsafeScheme } from '../links.ts';
import { decimalSchema } from '../money.ts';
import { fieldDefinitionSchema } from './field.ts';
import { localizedTextSchema } from './localized-text.ts';

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

/** The pages of the widget's own with a code to pay by, as the server calls them (§4 "custom pageId"). */
export const codePages = ['eazype', 'pix'] as const;

export type CodePageName = (typeof codePages)[number];

export const badgeSchema = z.enum(['brand', 'fast', 'instant', 'top', 'turbo', 'exclusive']);

export type Badge = z.infer<typeof badgeSchema>;

/** §9 "Badge types". */
const badgesByType: Readonly<Record<number, Badge>> = { 2: 'brand', 8: 'exclusive' };

/** A method's badge: by name, else by §9's number; an unknown number is none. */
export function badgeOf({
  badge,
  badgeType,
}: {
  badge?: Badge | undefined;
  badgeType?: number | undefined;
}): Badge | undefined {
  return badge ?? (badgeType === undefined ? undefined : badgesByType[badgeType]);
}

/** Those that an operator gives: a player's own limits say the other. */
export const maintenanceReasons = ['planned', 'provider', 'bank', 'technical'] as const;

export type MaintenanceReason = (typeof maintenanceReasons)[number];

/**
 * Why a method can't be chosen: in maintenance, planned or as something broke at the provider or the
 * bank; or what the player's own limits leave is less than it takes.
 */
export const unavailableReasons = [...maintenanceReasons, 'limit'] as const;

export const unavailableSchema = z.object({
  reason: z.enum(unavailableReasons),
  /** When it is expected back (ISO 8601). */
  until: z.optional(z.string()),
});

/** One slide of an instruction: words, and a picture of the catalogue (`pictures/<id>.svg`). */
export const slideSchema = z.object({
  text: localizedTextSchema,
  picture: z.optional(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))),
});

/** Never one that runs or shows something here (§5 "Unsafe link protocols"). */
const linkSchemeSchema = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]{1,31}$/),
  z.refine((scheme) => !isUnsafeScheme(scheme), 'is no link to an app'),
);

/** A payment method as the widget sees it (§3). */
export const paymentMethodSchema = z.object({
  /** Stable name, unique in the catalogue: `bkash`, `card_in`. */
  name: z.string(),
  category: z.string(),
  cardViewType: z.number(),
  /** Display name per language; `en` is always there. */
  text: z.record(z.string(), z.string()),
  /** By currency; a list of methods has those of its own currency, as with all that is by currency. */
  amount_rules: z.record(currencySchema, amountRuleSchema),
  /** Sort order, lowest first. */
  position: z.number(),
  /** Files `icons/<id>.svg` of the catalogue. */
  iconIds: z.array(z.string()),
  badge: z.optional(badgeSchema),
  /** §9's number of a badge; {@link badgeOf} reads both. */
  badgeType: z.optional(z.number()),
  isPopular: z.optional(z.boolean()),
  /** Shown, but can't be chosen for now; the server refuses it as well. */
  unavailable: z.optional(unavailableSchema),
  /** Whether a deposit with it needs a solved captcha (§4). */
  needsCaptcha: z.optional(z.boolean()),
  /** The form opens ready to pay: amount filled in, one press is left. */
  oneClick: z.optional(z.boolean()),
  /** A line above the form, by its message key (§3 `banner`). */
  banner: z.optional(z.object({ bannerTextKey: z.string() })),
  /** How it is paid, as slides (§2 "Instruction pages"). */
  instruction: z.optional(
    z.object({ slides: z.array(slideSchema).check(z.minLength(1), z.maxLength(12)) }),
  ),
  /**
   * Addresses of a film of it: by `language_country` (`hi_in`), by language, and `redesign` for all
   * others (§3); {@link videoGuideOf} picks.
   */
  video_guide_url: z.optional(z.record(z.string(), z.string())),
  /** Not offered for the additional account, which holds investments. */
  isInvestForbidden: z.optional(z.boolean()),
  /** `deposit-prepare` is asked before the form is shown. */
  isPreparationRequired: z.optional(z.boolean()),
  /** Which safety rules the form states: `securityRules.<group>` of the locale files. */
  securityRulesGroup: z.optional(z.string().check(z.maxLength(32))),
  /** The wallet that pays (`applePay`), told to the server with the deposit. */
  wallet: z.optional(z.string().check(z.maxLength(32))),
  /** The chain that a coin travels on: `TRC-20`. */
  network: z.optional(z.string().check(z.maxLength(32))),
  /** The player pays on a page of the widget's, as by a code or an invoice: no popup opens for a provider's. */
  isPaidHere: z.optional(z.boolean()),
  /** Schemes of links to apps that its payments may open, besides https: `upi`, `tg`. */
  linkSchemes: z.optional(z.array(linkSchemeSchema).check(z.maxLength(8))),
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

/**
 * The film of a method for a player: that of their language and country, of their language, and else
 * the one for all. Null where it has none.
 * @param locale - a language tag such as `es-MX`
 */
export function videoGuideOf(
  { video_guide_url: films = {} }: Pick<PaymentMethod, 'video_guide_url'>,
  locale: string,
  country: string,
): string | null {
  const [language = 'en'] = locale.toLowerCase().split('-');
  return films[`${language}_${country.toLowerCase()}`] ?? films[language] ?? films.redesign ?? null;
}
