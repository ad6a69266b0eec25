import {
  amountRuleSchema,
  cardViewTypes,
  coinBoxSchema,
  coinSchema,
  compareDecimals,
  countrySchema,
  currencySchema,
  decimalSchema,
  fieldDefinitionSchema,
  type PayerBank,
  type PaymentMethod,
  payerBankSchema,
  paymentMethodSchema,
  platforms,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { plainTextSchema } from '../ground/config/plain-text.ts';
import { readRange } from './card-ranges.ts';
import { routesSchema } from './route-schema.ts';

const nameSchema = z
  .string()
  .check(z.maxLength(64), z.regex(/^[a-z][a-zA-Z0-9_]*$/, 'must be a name such as "card_in"'));

/** The folder of a connector. */
const connectorNameSchema = z
  .string()
  .check(
    z.maxLength(64),
    z.regex(/^[a-z][a-zA-Z0-9_-]*$/, 'must be the name of a connector such as "acme-pay"'),
  );

/** Settings that depend on the player's country: the server fills them in. */
type FilledIn = 'prefix' | 'example' | 'dialling';

type Strict<Option> =
  Option extends z.ZodMiniObject<infer Shape>
    ? z.ZodMiniObject<Omit<Shape, FilledIn>, z.core.$strict>
    : never;
type StrictAll<Options extends readonly unknown[]> = {
  [Index in keyof Options]: Strict<Options[Index]>;
};

const fieldOptions = fieldDefinitionSchema.def.options.map(({ shape }) => {
  const {
    prefix: _prefix,
    example: _example,
    dialling: _dialling,
    ...own
  }: Record<string, z.ZodMiniType> = shape;
  return z.strictObject(own);
});

/** A field in the catalogue; unknown settings are rejected as typing errors. */
export const catalogFieldSchema = z.discriminatedUnion(
  'type',
  // TypeScript types a map over a tuple as an array; each option keeps its index.
  fieldOptions as unknown as StrictAll<typeof fieldDefinitionSchema.def.options>,
);

export type CatalogField = z.infer<typeof catalogFieldSchema>;

/** The icon id becomes a file name, so it may contain nothing that leaves the folder. */
const iconIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a file name without ".svg", such as "visa"'));

const positionSchema = z.int().check(z.nonnegative());

const kindNumbers: ReadonlySet<number> = new Set(Object.values(cardViewTypes));

/**
 * What isn't part of a method's entry: maintenance is switched at run time, the share is measured, the
 * address of support is the brand's, the banks have a file of their own, and whether a coin has a way
 * back follows from the other methods.
 */
const {
  unavailable: _,
  arrivesPercent: __,
  supportUrl: ___,
  banks: ____,
  isOneWay: _____,
  ...lastingShape
} = paymentMethodSchema.shape;

/**
 * A payment method in the catalogue: the part that the widget sees (see the contract), with
 * stricter rules, and the part that only the server needs. Unknown fields are rejected as typing
 * errors.
 */
export const catalogMethodSchema = z.strictObject({
  ...lastingShape,
  name: nameSchema,
  category: nameSchema,
  cardViewType: z
    .number()
    .check(z.refine((number) => kindNumbers.has(number), 'must be a card view type (§9)')),
  text: z
    .record(z.string(), plainTextSchema)
    .check(z.refine((text) => 'en' in text, { error: 'is missing', path: ['en'] })),
  aliases: z.optional(
    z
      .array(plainTextSchema.check(z.minLength(2), z.maxLength(40)))
      .check(z.minLength(1), z.maxLength(16)),
  ),
  amount_rules: z
    .record(currencySchema, z.strictObject(amountRuleSchema.shape))
    .check(z.refine((rules) => Object.keys(rules).length > 0, 'must have at least one currency')),
  position: positionSchema,
  iconIds: z.array(iconIdSchema).check(z.minLength(1)),
  usualMinutes: z.optional(z.number().check(z.nonnegative())),
  /** The coin of a method that goes to an address; its limits are in `amount_rules`. */
  coin: z.optional(z.strictObject(coinSchema.shape)),
  /** Where it is offered: a list of countries, or everywhere. */
  countries: z.union([z.literal('*'), z.array(countrySchema).check(z.minLength(1))]),
  /** Whether the method is for deposits or withdrawals. */
  transaction: z._default(z.enum(['deposit', 'withdrawal']), 'deposit'),
  /** The platforms of the players that see the method, as the host names them; undefined: all. */
  platforms: z.optional(z.array(z.enum(platforms)).check(z.minLength(1))),
  /** The groups of the experiment `payment_methods` that see the method; undefined: all. */
  abTestGroups: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.minLength(1))),
  /**
   * Whether the payer decides the amount and may pay more than once, as with an address or a
   * standing account: what arrives is credited up to the method's maximum.
   */
  hasOpenAmount: z.optional(z.boolean()),
  /**
   * The hours for which a deposit that ended without money counts towards its player's limits,
   * since it may still be paid; 24 if left out.
   */
  lateWindowHours: z.optional(z.int().check(z.minimum(0), z.maximum(720))),
  /** Its invoices lead to the brand's support (§2 "Support button"). */
  hasSupport: z.optional(z.boolean()),
  /** The player names the bank that they pay from, one of `payer-banks.json`. */
  hasBankChoice: z.optional(z.boolean()),
  /**
   * Of a withdrawal method: the deposit methods whose money it can pay back to where it came from
   * (closed loop).
   */
  paysBack: z.optional(z.array(nameSchema).check(z.minLength(1), z.maxLength(64))),
  /** The connector that processes its payments, at the account that bears its name. */
  connector: connectorNameSchema,
  /** Its routes to accounts instead of that one. */
  routes: z.optional(routesSchema),
  /** The name of its group in the list. */
  group: nameSchema,
  /** The fields that the player fills in besides the amount. */
  fields: z.optional(z.array(catalogFieldSchema).check(z.maxLength(24))),
});

/**
 * A method as offered: from the catalogue, marked if it is under maintenance, with the brand's
 * support and the banks of its payers where it has them.
 */
export type CatalogMethod = z.infer<typeof catalogMethodSchema> &
  Pick<PaymentMethod, 'unavailable' | 'supportUrl'> & { payerBanks?: PayerBanks };

/** The banks that players pay from, by country. */
export type PayerBanks = ReadonlyMap<string, readonly PayerBank[]>;

/** Whether a deposit with it needs a solved captcha: its entry says so, or §5 does for P2P. */
export function isCaptchaNeeded({
  needsCaptcha,
  cardViewType,
  transaction,
}: Pick<CatalogMethod, 'needsCaptcha' | 'cardViewType' | 'transaction'>): boolean {
  return needsCaptcha === true || (cardViewType === cardViewTypes.p2p && transaction === 'deposit');
}

/** Whether it is a crypto deposit, whose network determines its time (§9). */
export function isCoinDeposit({ category, transaction }: CatalogMethod): boolean {
  return category === 'crypto' && transaction === 'deposit';
}

/** A group without its methods: those name their group. */
export const catalogGroupSchema = z.strictObject({
  name: nameSchema,
  /** A message key. */
  label: plainTextSchema,
  position: positionSchema,
});

export type CatalogGroup = z.infer<typeof catalogGroupSchema>;

export const catalogCountrySchema = z.strictObject({
  code: countrySchema,
  /** The usual currency of players in the country. */
  currency: currencySchema,
});

export type CatalogCountry = z.infer<typeof catalogCountrySchema>;

/** An ISO 3166-2 code in lower case, `us-wa`. */
export const regionSchema = z.string().check(z.regex(/^[a-z]{2}-[a-z0-9]{1,3}$/));

const { boxId, price, priceCurrencyCode, fullPrice, badge, gcAmount, scAmount } =
  coinBoxSchema.shape;

/** A coin package with the conditions under which it is on offer. */
export const catalogCoinBoxSchema = z.strictObject({
  boxId,
  price,
  priceCurrencyCode,
  fullPrice,
  badge,
  gcAmount,
  scAmount,
  /** The countries whose players it is for; left out: all. */
  countries: z.optional(z.array(countrySchema).check(z.minLength(1))),
  /** How often one player may buy it; 1: once. */
  perPlayer: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  /** How many are sold to all players together. */
  stock: z.optional(z.int().check(z.minimum(0), z.maximum(10_000))),
  /** ISO 8601; left out: it has begun, or has no end. */
  startsAt: z.optional(z.iso.datetime({ offset: true })),
  endsAt: z.optional(z.iso.datetime({ offset: true })),
});

export type CatalogCoinBox = z.infer<typeof catalogCoinBoxSchema>;

const notNegative = decimalSchema.check(
  z.refine((value) => compareDecimals(value, '0') >= 0, 'must not be negative'),
);

/** The rules of a brand's sweepstakes (docs/sweepstakes.md). */
export const sweepstakeSettingsSchema = z.strictObject({
  /** The currency of all prices: its deposit methods are on offer. */
  currency: currencySchema,
  /** How often sweep coins are played before they can be redeemed. */
  playthrough: z._default(notNegative, '1'),
  /** Countries and ISO 3166-2 regions whose players take no part: `us-wa`, `gb`. */
  excludedRegions: z._default(z.array(z.union([countrySchema, regionSchema])), []),
  /** Whether the operator has to state that a player is old enough: the token's `of_age`. */
  needsAge: z._default(z.boolean(), true),
  /** Whether sweep coins are paid only to players whose identity is verified. */
  needsIdentity: z._default(z.boolean(), true),
  /** For how many seconds the rate of a payment in a coin holds. */
  priceLockSeconds: z._default(z.int().check(z.minimum(60), z.maximum(7200)), 900),
});

export type SweepstakeSettings = z.infer<typeof sweepstakeSettingsSchema>;

/** A prefix of card numbers, `4`, or a range of prefixes, `51-55` (`card-ranges.ts`). */
const prefixSchema = z
  .string()
  .check(
    z.refine(
      (text) => readRange(text) !== null,
      'must be the first digits of a card number, such as "4", or a range such as "51-55"',
    ),
  );

/** A prefix that identifies an issuer (ISO/IEC 7812-1). */
const issuerPrefixSchema = prefixSchema.check(
  z.refine((text) => (readRange(text)?.length ?? 6) >= 6, 'must have 6 to 8 digits'),
);

/** A card scheme. */
export const catalogCardSchemeSchema = z.strictObject({
  /** The name for players: "Visa". */
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  iconId: z.optional(iconIdSchema),
  prefixes: z.array(prefixSchema).check(z.minLength(1)),
  /** The publisher of these ranges. */
  source: z.string().check(z.minLength(1)),
});

export type CatalogCardScheme = z.infer<typeof catalogCardSchemeSchema>;

/** A bank that issues cards. */
export const catalogCardIssuerSchema = z.strictObject({
  bank: z.string().check(z.minLength(1), z.maxLength(128)),
  country: z.optional(countrySchema),
  prefixes: z.array(issuerPrefixSchema).check(z.minLength(1)),
  /** An invented bank for the demo. */
  isSample: z.optional(z.boolean()),
});

export type CatalogCardIssuer = z.infer<typeof catalogCardIssuerSchema>;

/** A bank that players of a country pay from. */
export const catalogPayerBankSchema = z.strictObject({
  country: countrySchema,
  ...payerBankSchema.shape,
  name: plainTextSchema.check(z.minLength(1), z.maxLength(64)),
  iconId: z.optional(iconIdSchema),
});

export type CatalogPayerBank = z.infer<typeof catalogPayerBankSchema>;

/** A brand's own logo or picture. */
export interface OwnDrawing {
  content: Buffer;
  type: 'image/svg+xml' | 'image/png' | 'image/webp';
  /** The name that it is served under, with a hash of its content: `acme.0123456789ab.png`. */
  file: string;
}

/** All methods, groups, countries and coin packages of a brand. It is frozen. */
export interface Catalog {
  readonly methods: readonly CatalogMethod[];
  /** The brand's methods that aren't offered, as they or all their accounts are off. */
  readonly unoffered?: readonly CatalogMethod[];
  /** What keeps the brand from offering methods for good, as its settings lack it. */
  readonly lacks?: readonly CatalogLack[];
  readonly groups: readonly CatalogGroup[];
  readonly countries: readonly CatalogCountry[];
  /** The packages of the sweepstake cashier. */
  readonly coinBoxes: readonly CatalogCoinBox[];
  /** The rules of its sweepstakes; without them the brand offers no packages. */
  readonly sweepstake?: SweepstakeSettings | undefined;
  /** The card schemes and issuers by prefixes of card numbers (`findCard`). */
  readonly cardSchemes: readonly CatalogCardScheme[];
  readonly cardIssuers: readonly CatalogCardIssuer[];
  /** The brand's own logos and pictures, by the path of the shared file: `icons/acme.svg`. */
  readonly ownDrawings?: ReadonlyMap<string, OwnDrawing>;
}

/** A method that a brand can't offer. */
export interface CatalogLack {
  /** The method's name. */
  method: string;
  /**
   * `coin`: no account watches its chain, takes its token or, for a withdrawal, has a wallet there;
   * `payout`: no account pays out; `rate`: its coin can't be converted.
   */
  what: 'coin' | 'payout' | 'rate';
  /** The currencies of accounts that it isn't offered in; empty: in none. */
  currencies: readonly string[];
}

/** One problem of the catalogue. */
export interface CatalogProblem {
  /**
   * Path of the file within the catalogue, or of an overlay within the folder of settings:
   * `methods/in.json`, `catalogs/northwind/limits.json`.
   */
  file: string;
  /** Field within the file: `methods.0.amount_rules.INR.max`; empty for the file as a whole. */
  path: string;
  message: string;
}
