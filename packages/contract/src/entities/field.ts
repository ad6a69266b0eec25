import * as z from 'zod/mini';
import { accountNumberKinds } from '../account-number-kinds.ts';
import { decimalSchema } from '../money.ts';
import { localizedTextSchema } from './localized-text.ts';

/**
 * The longest value of any field, whatever its rules say; it bounds the text that a regex runs
 * over.
 */
export const longestFieldValue = 128;

/** A validation rule of a field (§5): a pattern with the unicode flag, and the error text. */
export const fieldRuleSchema = z.object({
  /** Matches anywhere in the value; anchor it with `^` and `$` to match all of it. */
  regex: z.string().check(z.minLength(1), z.maxLength(400)),
  /** The error text, as a message key of the locale files. */
  regex_error_key: z.optional(z.string()),
  /** The error text per language. Without a text or key the player reads a general one. */
  message: z.optional(localizedTextSchema),
});

export type FieldRule = z.infer<typeof fieldRuleSchema>;

/** The kind of value, for the on-screen keyboard and the browser's autofill. */
export const fieldCategories = [
  'text',
  'number',
  'email',
  'name',
  'account',
  'document',
  'card',
] as const;

/**
 * Rejects a property of every object (`constructor`, `__proto__`): it would be taken for a value.
 */
const isNotInherited = (name: string) => !(name in Object.prototype);

/** The name of a field, under which its value is stored. */
export const fieldNameSchema = z
  .string()
  .check(
    z.regex(/^[\w-]{1,64}$/, 'must be a name such as "iban"'),
    z.refine(
      isNotInherited,
      'must not be the name of a property that every object has, such as "constructor"',
    ),
  );

const shared = {
  /** The name of the value in a creating call's `fields`. */
  name: fieldNameSchema,
  /** The provider's name of the field, if it differs; never displayed. */
  alias: z.optional(z.string().check(z.regex(/^[\w.-]{1,64}$/), z.refine(isNotInherited))),
  /** The label, as a message key of the locale files. */
  placeholder_key: z.optional(z.string()),
  /** The label per language, instead of a key. */
  placeholder: z.optional(localizedTextSchema),
  category: z.optional(z.enum(fieldCategories)),
  /** The player may leave the field empty. */
  isOptional: z.optional(z.boolean()),
  /** Hidden until the player opens the additional fields. */
  isAdvanced: z.optional(z.boolean()),
  /** The value serves one payment, like a voucher's code: it isn't saved for the next one. */
  isOneTime: z.optional(z.boolean()),
  validations: z.optional(z.array(fieldRuleSchema).check(z.maxLength(8))),
  /** The initial value. */
  value: z.optional(z.string().check(z.maxLength(longestFieldValue))),
};

/** One choice of a dropdown. */
export const fieldChoiceSchema = z.object({
  value: z.string().check(z.minLength(1), z.maxLength(longestFieldValue)),
  text: localizedTextSchema,
  /** The id of a file `icons/<id>.svg` in the catalogue. */
  iconId: z.optional(z.string().check(z.maxLength(64))),
});

/** A network of a method that has several; `limits` is its own range, if it has one (§5). */
export const networkChoiceSchema = z.extend(fieldChoiceSchema, {
  limits: z.optional(z.object({ min: decimalSchema, max: decimalSchema })),
});

const choices = <Choice extends z.ZodMiniType>(choice: Choice) =>
  z.array(choice).check(z.minLength(1), z.maxLength(1000));

const row = <Type extends string, Own extends z.core.$ZodShape>(type: Type, own: Own) =>
  z.object({ ...shared, type: z.literal(type), ...own });

/** How numbers of a country are dialled (libphonenumber): the sources of patterns over digits alone. */
const diallingSchema = z.object({
  /** What is dialled before another country's prefix: `810`. */
  international: z.string(),
  /** A whole number without the prefix. */
  national: z.string(),
  /** What is dialled before a number within the country: `0|80?`. */
  trunk: z.optional(z.string()),
  /** What replaces it, where its groups are a part of the number: `9$1`. */
  trunkTo: z.optional(z.string()),
});

export type Dialling = z.infer<typeof diallingSchema>;

/** The kinds of tax numbers with check digits. `tax-ids.ts` has the check of each. */
const taxIdKindSchema = z.enum(['cpf', 'cnpj', 'rut', 'cpfOrCnpj']);

export type TaxIdKind = z.infer<typeof taxIdKindSchema>;

const typed = {
  mask: z.optional(z.string()),
  /** The value is a tax number without punctuation, with right check digits. */
  taxId: z.optional(taxIdKindSchema),
  /** The value is an account number of this kind, with right check digits. */
  accountNumber: z.optional(z.enum(accountNumberKinds)),
  /** The value names a bank or its branch (a sort code, an IFSC), and no account. */
  isBankCode: z.optional(z.boolean()),
};

/**
 * The types of input fields (§3 "Field definition"), one row per type: its name and its own
 * properties.
 */
const rows = [
  row('text', {
    ...typed,
    /** The field takes a card number or its BIN and shows the scheme and bank (`bank-get`). */
    showsCardIssuer: z.optional(z.boolean()),
  }),
  row('text_uppercase', typed),
  row('phone_with_prefix', {
    /** The prefix of the paying country, with its plus: `+880`. The server fills it in. */
    prefix: z.string().check(z.regex(/^\+\d{1,6}$/)),
    /** An example number without the prefix, in the country's notation: `1812-345678`. */
    example: z.optional(z.string()),
    /** How numbers of the country are dialled; the server fills it in, too. */
    dialling: z.optional(diallingSchema),
  }),
  row('dropdown', { values: choices(fieldChoiceSchema) }),
  row('networks', { values: choices(networkChoiceSchema) }),
  /**
   * The position of the amount among the other fields; without this field the amount comes first.
   */
  row('amount', {}),
] as const;

/**
 * A field that the player fills in besides the amount (§3 "Field definition"). Its value, for rules
 * and on the wire, is trimmed text. A phone's value is the full international number
 * (`+8801812345678`); its rules apply to the part after the prefix.
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
