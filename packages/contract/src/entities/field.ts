import * as z from 'zod/mini';
import { decimalSchema } from '../money.ts';
import { localizedTextSchema } from './localized-text.ts';

/** No value is longer, whatever its rules say: what a regex is run over stays short. */
export const longestFieldValue = 128;

/** One rule of a field (§5): a pattern with the unicode flag, and what to say where it doesn't hold. */
export const fieldRuleSchema = z.object({
  /** Holds where it is found in the value; anchor it with `^` and `$` to mean all of it. */
  regex: z.string().check(z.minLength(1), z.maxLength(400)),
  /** The words as a message key of the locale files … */
  regex_error_key: z.optional(z.string()),
  /** … or as the texts themselves. Without either the player reads that the value isn't right. */
  message: z.optional(localizedTextSchema),
});

export type FieldRule = z.infer<typeof fieldRuleSchema>;

/** What a value is, for the on-screen keyboard and the browser's own filling in. */
export const fieldCategories = [
  'text',
  'number',
  'email',
  'name',
  'account',
  'document',
  'card',
] as const;

/** What every object has by itself (`constructor`, `__proto__`) would be taken for a value. */
const isFree = (name: string) => !(name in Object.prototype);

/** Name of a field, as values of many fields are kept under. */
export const fieldNameSchema = z
  .string()
  .check(
    z.regex(/^[\w-]{1,64}$/, 'must be a name such as "iban"'),
    z.refine(isFree, 'must be no name that every object has, such as "constructor"'),
  );

const shared = {
  /** Name of the value in a creating call's `fields`. */
  name: fieldNameSchema,
  /** What the provider calls it, where that differs: never shown. */
  alias: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/), z.refine(isFree))),
  /** What is asked for: a message key of the locale files … */
  placeholder_key: z.optional(z.string()),
  /** … or the texts themselves. */
  placeholder: z.optional(localizedTextSchema),
  category: z.optional(z.enum(fieldCategories)),
  /** The player may leave it out. */
  isOptional: z.optional(z.boolean()),
  /** Folded away until the player asks for more. */
  isAdvanced: z.optional(z.boolean()),
  validations: z.optional(z.array(fieldRuleSchema).check(z.maxLength(8))),
  /** What stands in it at first. */
  value: z.optional(z.string().check(z.maxLength(longestFieldValue))),
};

/** One choice of a dropdown. */
export const fieldChoiceSchema = z.object({
  value: z.string().check(z.minLength(1), z.maxLength(longestFieldValue)),
  text: localizedTextSchema,
});

/** One network of a method that has several, with its own range where it has one (§5). */
export const networkChoiceSchema = z.extend(fieldChoiceSchema, {
  limits: z.optional(z.object({ min: decimalSchema, max: decimalSchema })),
});

const choices = <Choice extends z.ZodMiniType>(choice: Choice) =>
  z.array(choice).check(z.minLength(1), z.maxLength(1000));

const row = <Type extends string, Own extends z.core.$ZodShape>(type: Type, own: Own) =>
  z.object({ ...shared, type: z.literal(type), ...own });

/** The types of input fields (§3 "Field definition"), one row each: its name, and what it has of its own. */
const rows = [
  row('text', {
    mask: z.optional(z.string()),
    /** The field takes a card number or its BIN, and shows the card's scheme and bank (`bank-get`). */
    showsCardIssuer: z.optional(z.boolean()),
  }),
  row('text_uppercase', { mask: z.optional(z.string()) }),
  row('phone_with_prefix', {
    /** Of the country paid from, with its plus: `+880`. The server fills it in. */
    prefix: z.string().check(z.regex(/^\+\d{1,6}$/)),
    /** An example number without the prefix, as it is written there: `1812-345678`. */
    example: z.optional(z.string()),
  }),
  row('dropdown', { values: choices(fieldChoiceSchema) }),
  row('networks', { values: choices(networkChoiceSchema) }),
  /** Where the amount stands among the other fields; without one it comes first. */
  row('amount', {}),
] as const;

/**
 * What a player is asked for besides the amount (§3 "Field definition"). The value of a field, as
 * rules see it and as it goes over the wire, is text: trimmed; of a phone the full international
 * number (`+8801812345678`), whose rules see it without the prefix.
 */
export const fieldDefinitionSchema = z.discriminatedUnion('type', rows);

export type FieldDefinition = z.infer<typeof fieldDefinitionSchema>;
export type FieldType = FieldDefinition['type'];

/** The names of all types, in alphabetical order. */
export const fieldTypes: readonly FieldType[] = /* @__PURE__ */ listTypes();

function listTypes(): FieldType[] {
  return rows.flatMap(({ shape }) => shape.type.def.values).sort();
}

/** The definition of a field of one type. */
export type FieldOf<Type extends FieldType> = Extract<FieldDefinition, { type: Type }>;
