import {
  amountRuleSchema,
  type CoinBox,
  cardViewTypes,
  coinBoxSchema,
  countrySchema,
  currencySchema,
  fieldDefinitionSchema,
  type PaymentMethod,
  paymentGroupSchema,
  paymentMethodSchema,
  platforms,
} from '@kassa/contract';
import * as z from 'zod/mini';
import { readRange } from './card-ranges.ts';

const nameSchema = z
  .string()
  .check(z.maxLength(64), z.regex(/^[a-z][a-zA-Z0-9_]*$/, 'must be a name such as "card_in"'));

/** Of the player's country: the server fills them in. */
type FilledIn = 'prefix' | 'example';

type Strict<Option> =
  Option extends z.ZodMiniObject<infer Shape>
    ? z.ZodMiniObject<Omit<Shape, FilledIn>, z.core.$strict>
    : never;
type StrictAll<Options extends readonly unknown[]> = {
  [Index in keyof Options]: Strict<Options[Index]>;
};

const fieldOptions = fieldDefinitionSchema.def.options.map(({ shape }) => {
  const { prefix: _prefix, example: _example, ...own }: Record<string, z.ZodMiniType> = shape;
  return z.strictObject(own);
});

/** A field as it stands in the catalogue; unknown settings are typos. */
export const catalogFieldSchema = z.discriminatedUnion(
  'type',
  // A map over a tuple gives a list, by its type; each option keeps its place.
  fieldOptions as unknown as StrictAll<typeof fieldDefinitionSchema.def.options>,
);

export type CatalogField = z.infer<typeof catalogFieldSchema>;

/** Becomes a file name, so nothing that could leave the folder. */
const iconIdSchema = z
  .string()
  .check(z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be a file name without ".svg", such as "visa"'));

const positionSchema = z.int().check(z.nonnegative());

const kindNumbers: ReadonlySet<number> = new Set(Object.values(cardViewTypes));

/** Maintenance is a switch of the moment, no matter of the catalogue. */
const { unavailable: _, ...lastingShape } = paymentMethodSchema.shape;

/**
 * A payment method as it stands in the catalogue: what the widget sees of it (see the contract),
 * held more strictly, and what only the server needs. Unknown fields are refused: they are typos.
 */
export const catalogMethodSchema = z.strictObject({
  ...lastingShape,
  name: nameSchema,
  category: nameSchema,
  cardViewType: z
    .number()
    .check(z.refine((number) => kindNumbers.has(number), 'must be a card view type (§9)')),
  text: z
    .record(z.string(), z.string().check(z.minLength(1)))
    .check(z.refine((text) => 'en' in text, { error: 'is missing', path: ['en'] })),
  amount_rules: z
    .record(currencySchema, z.strictObject(amountRuleSchema.shape))
    .check(z.refine((rules) => Object.keys(rules).length > 0, 'must have at least one currency')),
  position: positionSchema,
  iconIds: z.array(iconIdSchema).check(z.minLength(1)),
  usualMinutes: z.optional(z.number().check(z.nonnegative())),
  /** Where it is offered: a list of countries, or everywhere. */
  countries: z.union([z.literal('*'), z.array(countrySchema).check(z.minLength(1))]),
  /** Whether players pay in with it or are paid out. */
  transaction: z._default(z.enum(['deposit', 'withdrawal']), 'deposit'),
  /** Only for players of these platforms, as the host names them; left out: for all. */
  platforms: z.optional(z.array(z.enum(platforms)).check(z.minLength(1))),
  /** Only for players in one of these groups of the experiment `payment_methods`; left out: for all. */
  abTestGroups: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.minLength(1))),
  /** The connector that takes its payments. */
  connector: nameSchema,
  /** Name of the group it is shown in. */
  group: nameSchema,
  /** What the player is asked for besides the amount. */
  fields: z.optional(z.array(catalogFieldSchema).check(z.maxLength(24))),
});

/** A method as it is offered: the catalogue's, and how it is switched at the moment. */
export type CatalogMethod = z.infer<typeof catalogMethodSchema> &
  Pick<PaymentMethod, 'unavailable'>;

/** A group without its methods: those name their group. */
export const catalogGroupSchema = z.strictObject({
  name: nameSchema,
  label: paymentGroupSchema.shape.label,
  position: positionSchema,
});

export type CatalogGroup = z.infer<typeof catalogGroupSchema>;

export const catalogCountrySchema = z.strictObject({
  code: countrySchema,
  /** What its players usually pay in. */
  currency: currencySchema,
});

export type CatalogCountry = z.infer<typeof catalogCountrySchema>;

export const catalogCoinBoxSchema = z.strictObject(coinBoxSchema.shape);

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

/** All that is on offer. Read once and frozen. */
export interface Catalog {
  readonly methods: readonly CatalogMethod[];
  readonly groups: readonly CatalogGroup[];
  readonly countries: readonly CatalogCountry[];
  /** The packages of the sweepstake cashier. */
  readonly coinBoxes: readonly CoinBox[];
  /** The card schemes and issuers by prefixes of card numbers (`findCard`). */
  readonly cardSchemes: readonly CatalogCardScheme[];
  readonly cardIssuers: readonly CatalogCardIssuer[];
}

/** One thing that is wrong with the catalogue. */
export interface CatalogProblem {
  /** Path of the file within the catalogue: `methods/in.json`. */
  file: string;
  /** Field within the file: `methods.0.amount_rules.INR.max`; empty for the file as a whole. */
  path: string;
  message: string;
}
