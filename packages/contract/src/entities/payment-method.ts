import * as z from 'zod/mini';
import { currencySchema } from '../currencies.ts';
import { isUnsafeScheme } from '../links.ts';
import { decimalSchema } from '../money.ts';
import { blockchainSchema } from './blockchain.ts';
import { fieldDefinitionSchema } from './field.ts';
import { localizedTextSchema } from './localized-text.ts';

/** A coin on a chain: the chain's own one, or a token. */
export const coinSchema = z.object({ currency: currencySchema, blockchain: blockchainSchema });

/** A method's limits in one currency, inclusive (§3 `amount_rules`); {@link methodLimits} reads them. */
export const amountRuleSchema = z.object({
  min: decimalSchema,
  max: decimalSchema,
  /** Replaces `min` for players outside of Russia. */
  minNonRus: z.optional(decimalSchema),
});

/**
 * The fee that the provider charges the player on top of a deposit's amount, or that is taken off a
 * withdrawal's; {@link feeOf} calculates it.
 */
export const feeSchema = z.object({
  /** A percentage of the amount: `1.5` is 1.5 %. */
  percent: z.optional(decimalSchema),
  /** An additional fixed fee, by currency. */
  fixed: z.optional(z.record(currencySchema, decimalSchema)),
});

/**
 * The number on the wire that selects a method's kind (§9); an unknown number is the redirect kind.
 */
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

/** The widget's own pages with a payment code, by the server's names (§4 "custom pageId"). */
export const codePages = ['eazype', 'pix'] as const;

export type CodePageName = (typeof codePages)[number];

export const badgeSchema = z.enum(['brand', 'fast', 'instant', 'top', 'turbo', 'exclusive']);

export type Badge = z.infer<typeof badgeSchema>;

/** §9 "Badge types". */
const badgesByType: Readonly<Record<number, Badge>> = { 2: 'brand', 8: 'exclusive' };

/** Returns a method's badge: by name, else by §9's number. An unknown number gives none. */
export function badgeOf({
  badge,
  badgeType,
}: {
  badge?: Badge | undefined;
  badgeType?: number | undefined;
}): Badge | undefined {
  return badge ?? (badgeType === undefined ? undefined : badgesByType[badgeType]);
}

/** The reasons that an operator may give; `limit` comes from the player's own limits. */
export const maintenanceReasons = ['planned', 'provider', 'bank', 'technical'] as const;

export type MaintenanceReason = (typeof maintenanceReasons)[number];

/**
 * Why a method can't be chosen: planned maintenance, a failure at the provider or the bank, a
 * technical failure, a player's limit that leaves less than the method's minimum, or no card or account
 * of a deposit to pay back to.
 */
export const unavailableReasons = [...maintenanceReasons, 'limit', 'instrument'] as const;

export const unavailableSchema = z.object({
  reason: z.enum(unavailableReasons),
  /** When the method is expected back (ISO 8601). */
  until: z.optional(z.string()),
});

/** One slide of an instruction: a text, and a picture of the catalogue (`pictures/<id>.svg`). */
export const slideSchema = z.object({
  text: localizedTextSchema,
  picture: z.optional(z.string().check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/))),
});

/** Excludes schemes that run code or show content in the browser (§5 "Unsafe link protocols"). */
const linkSchemeSchema = z.string().check(
  z.regex(/^[a-z][a-z0-9+.-]{1,31}$/),
  z.refine((scheme) => !isUnsafeScheme(scheme), 'is not a scheme of links to apps'),
);

/** A bank from which players pay. */
export const payerBankSchema = z.object({
  /** Unique in its country: `mbank`. */
  id: z.string().check(z.maxLength(64), z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)),
  /** The name as the bank writes it. */
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  /** The id of a file `icons/<id>.svg` in the catalogue. */
  iconId: z.optional(z.string()),
});

export type PayerBank = z.infer<typeof payerBankSchema>;

/** A payment method as sent to the widget (§3). */
export const paymentMethodSchema = z.object({
  /** Stable name, unique in the catalogue: `bkash`, `card_in`. */
  name: z.string(),
  category: z.string(),
  cardViewType: z.number(),
  /** Display name per language; `en` is always there. */
  text: z.record(z.string(), z.string()),
  /** Further names by which players search for it: brands, former names, other scripts, tickers. */
  aliases: z.optional(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(16))),
  /**
   * The limits by currency. A method in a list has only the list's currency here, and in every
   * other property by currency.
   */
  amount_rules: z.record(currencySchema, amountRuleSchema),
  /** Sort order, lowest first. */
  position: z.number(),
  /** The ids of files `icons/<id>.svg` in the catalogue. */
  iconIds: z.array(z.string()),
  badge: z.optional(badgeSchema),
  /** The badge as a number (§9); {@link badgeOf} reads `badge` and `badgeType`. */
  badgeType: z.optional(z.number()),
  isPopular: z.optional(z.boolean()),
  /** If set, the method is shown but can't be chosen; the server rejects it too. */
  unavailable: z.optional(unavailableSchema),
  /** Whether a deposit with it needs a solved captcha (§4). */
  needsCaptcha: z.optional(z.boolean()),
  /** The form opens with the amount filled in, so that one press pays. */
  oneClick: z.optional(z.boolean()),
  /** A line above the form, by its message key (§3 `banner`). */
  banner: z.optional(z.object({ bannerTextKey: z.string() })),
  /** The payment instruction as slides (§2 "Instruction pages"). */
  instruction: z.optional(
    z.object({ slides: z.array(slideSchema).check(z.minLength(1), z.maxLength(12)) }),
  ),
  /**
   * Addresses of the video guide: by `language_country` (`hi_in`), by language, and `redesign` for
   * all others (§3); {@link videoGuideOf} chooses.
   */
  video_guide_url: z.optional(z.record(z.string(), z.string())),
  /** Not offered for the additional account (investments). */
  isInvestForbidden: z.optional(z.boolean()),
  /** The widget calls `deposit-prepare` before it shows the form. */
  isPreparationRequired: z.optional(z.boolean()),
  /** The safety rules shown in the form: `securityRules.<group>` of the locale files. */
  securityRulesGroup: z.optional(z.string().check(z.maxLength(32))),
  /** The paying wallet (`applePay`), sent to the server with the deposit. */
  wallet: z.optional(z.string().check(z.maxLength(32))),
  /** The blockchain network of a coin: `TRC-20`. */
  network: z.optional(z.string().check(z.maxLength(32))),
  /** The coin that goes to an address, and its limits in the coin. */
  coin: z.optional(z.extend(coinSchema, { min: decimalSchema, max: decimalSchema })),
  /** Nothing can be withdrawn in its coin on its chain: the player reads it before they pay. */
  isOneWay: z.optional(z.boolean()),
  /** The player pays on one of the widget's own pages (a code, an invoice), so no popup opens. */
  isPaidHere: z.optional(z.boolean()),
  /** Schemes of app links that its payments may open, besides https: `upi`, `tg`. */
  linkSchemes: z.optional(z.array(linkSchemeSchema).check(z.maxLength(8))),
  /** Quick amounts that replace the presets (§5). */
  recommendedAmounts: z.optional(z.array(decimalSchema)),
  /** The initial amount in the form, by currency. */
  prefilledAmount: z.optional(z.record(currencySchema, decimalSchema)),
  /** The fields besides the amount, in this order. */
  fields: z.optional(z.array(fieldDefinitionSchema).check(z.maxLength(24))),
  /**
   * A withdrawal that goes to the card or account of an earlier deposit, which the player chooses
   * (`saved-details-list`) instead of typing it.
   */
  paysToInstrument: z.optional(z.boolean()),
  /** Its banks can be asked for the account's holder (`name-enquiry`). */
  hasNameEnquiry: z.optional(z.boolean()),
  /** Whether a field of the category `card` must have a valid Luhn check digit (ISO/IEC 7812-1). */
  checkLuhn: z.optional(z.boolean()),
  fee: z.optional(feeSchema),
  /** The provider guarantees the credit: its invoice says so (§2 "guarantee notice"). */
  isGuaranteed: z.optional(z.boolean()),
  /** The player confirms a payment with the id of their bank's confirmation (§5). */
  needsConfirmationId: z.optional(z.boolean()),
  /** The address of the operator's support, on the invoices of some methods (§2). */
  supportUrl: z.optional(z.string().check(z.maxLength(2048))),
  /** The banks that the player may pay from: for the form, and the instruction of each (§2). */
  banks: z.optional(z.array(payerBankSchema).check(z.maxLength(40))),
  /** The form shows no bonus, and a deposit earns none (§4). */
  isBonusHidden: z.optional(z.boolean()),
  /** The host receives a message when the player goes to the provider's page (§4). */
  notifiesHostOnRedirect: z.optional(z.boolean()),
  /** The usual minutes until a payment arrives, as measured or else the catalogue's; 0: at once. */
  usualMinutes: z.optional(z.number()),
  /**
   * The measured share of payments that arrive, in percent; `usualMinutes` is then measured, too. Left
   * out if it is low, or too few payments were measured.
   */
  arrivesPercent: z.optional(z.number()),
});

export type PaymentMethod = z.infer<typeof paymentMethodSchema>;

/**
 * Whether a deposit is paid to an address: its limits are those of the coin then, and not those in the
 * currency of the account. A withdrawal asks for an address.
 */
export function isPaidToAddress({
  coin,
  fields = [],
}: Pick<PaymentMethod, 'coin' | 'fields'>): boolean {
  return coin !== undefined && !fields.some(({ name }) => name === 'address');
}

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
 * Returns a method's video guide: for the player's language and country, else for the language,
 * else for all. Null if the method has none.
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
