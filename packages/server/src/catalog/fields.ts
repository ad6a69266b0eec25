import {
  CallError,
  diallingByCountry,
  type FieldDefinition,
  type FieldProblem,
  type FieldValues,
  findCountry,
  isFieldAsked,
  validateField,
  validateFieldSet,
} from '@kassa/contract';
import type { FieldNames } from '../ground/database/tables/money.ts';
import { type OnChain, toCanonicalFields } from './canonical-fields.ts';
import type { CatalogField } from './catalog-schema.ts';

/**
 * Returns the fields for a player of a country (ISO 3166-1, lower case): phone fields get the
 * country's prefix, an example (§3 "Country entry") and how its numbers are dialled. If the prefix is unknown, phone fields are
 * left out.
 */
export function showFields(fields: readonly CatalogField[], country: string): FieldDefinition[] {
  return fields.flatMap((field): FieldDefinition[] => {
    if (field.type !== 'phone_with_prefix') return [field];
    const found = findCountry(country);
    if (found === undefined) return [];
    const { prefix, example } = found;
    return [{ ...field, prefix, example, dialling: diallingByCountry[country] }];
  });
}

/** Whether all required fields can be shown to a player of a country. */
export function canShowFields(fields: readonly CatalogField[], country: string): boolean {
  const needsPrefix = fields.some(
    ({ type, isOptional = false }) => type === 'phone_with_prefix' && !isOptional,
  );
  return !needsPrefix || findCountry(country) !== undefined;
}

/**
 * Validates what a player typed by the same rules as the form (§5). Returns the values to store, in
 * their one form whatever the spelling, without empty values: what is stored is what is compared,
 * screened, shown and sent. Values of unknown fields are rejected too: they are never stored and never
 * reach a provider (design §3.8).
 * @throws CallError with the field's name in `params.field`: banking.paymentMethodRegex if a value
 *   breaks a rule of its field, request.invalid if there is no such field
 */
export function requireFields(
  definitions: readonly FieldDefinition[],
  given: FieldValues,
  { checkLuhn, coin }: { checkLuhn?: boolean | undefined } & OnChain = {},
): FieldValues {
  const values = toCanonicalFields(definitions, given, { coin });
  const asked = definitions.filter(
    (definition) => definition.type !== 'amount' && isFieldAsked(definitions, definition, values),
  );
  const unknown = Object.keys(values).find((name) => !asked.some((field) => field.name === name));
  if (unknown !== undefined) {
    const message = `fields.${unknown}: is not a field of this method`;
    throw new CallError('request.invalid', message, { field: unknown });
  }
  for (const definition of asked) {
    const problem = validateField(definition, values[definition.name] ?? '', { checkLuhn });
    if (problem !== null) throw refuse(definition.name, problem);
  }
  const unfit = validateFieldSet(asked, values);
  if (unfit !== null) throw refuse(unfit.name, unfit.problem);
  return values;
}

/** For readers of the response; the widget has its own texts. */
const descriptions: Record<FieldProblem['kind'], string> = {
  missing: 'is required by this method',
  tooLong: 'is too long',
  notAChoice: 'is not one of the choices',
  notAPhone: "is not an international number with the country's prefix",
  notADate: 'is not a valid date in the form dd.mm.yyyy',
  checkDigit: 'has a wrong check digit',
  rule: "breaks one of the field's rules",
};

function refuse(field: string, { kind }: FieldProblem): CallError {
  const message = `fields.${field}: ${descriptions[kind]}`;
  return new CallError('banking.paymentMethodRegex', message, { field, problem: kind });
}

type Named = Pick<FieldDefinition, 'name' | 'alias'>;

/** Returns the provider's names of fields. */
export function namesOf(definitions: readonly Named[]): FieldNames {
  return omitSameNames(definitions.map(({ name, alias = name }) => [name, alias]));
}

/** Returns the values under the provider's names. */
export function nameForProvider(names: FieldNames, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names[name] ?? name, value]),
  );
}

/** The submitted values of a form, and the provider's names of its fields. */
export interface FilledIn {
  names: FieldNames;
  values: FieldValues;
}

/**
 * Merges the values of further fields with those submitted before. A new value replaces an earlier
 * one with the same provider name. Of two fields with the same name in Kassa but different provider
 * names, both values are kept.
 */
export function addFilledIn(before: FilledIn, added: FilledIn): FilledIn {
  const corrected = new Set(Object.keys(nameForProvider(added.names, added.values)));
  const kept = Object.entries(before.values)
    .map(([name, value]) => ({ name, value, theirs: before.names[name] ?? name }))
    .filter(({ theirs }) => !corrected.has(theirs))
    // Unique, since no field's own name contains a dot.
    .map(({ name, ...rest }) => ({
      ...rest,
      name: Object.hasOwn(added.values, name) ? `before.${rest.theirs}` : name,
    }));
  const given = Object.keys(added.values).map((name) => [name, added.names[name] ?? name] as const);
  return {
    names: omitSameNames([...kept.map(({ name, theirs }) => [name, theirs] as const), ...given]),
    values: {
      ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      ...added.values,
    },
  };
}

function omitSameNames(names: readonly (readonly [name: string, theirs: string])[]): FieldNames {
  return Object.fromEntries(names.filter(([name, theirs]) => name !== theirs));
}
