import {
  CallError,
  type FieldDefinition,
  type FieldProblem,
  type FieldValues,
  findCountry,
  isFieldAsked,
  judgeField,
} from '@kassa/contract';
import type { FieldNames } from '../ground/database/tables/money.ts';
import type { CatalogField } from './catalog-schema.ts';

/**
 * The fields as a player of a country (ISO 3166-1, lower case) fills them in: phones with the
 * country's prefix and an example (§3 "Country entry"). Without a known prefix a phone can't be
 * asked for that way, and is left out.
 */
export function showFields(fields: readonly CatalogField[], country: string): FieldDefinition[] {
  return fields.flatMap((field): FieldDefinition[] => {
    if (field.type !== 'phone_with_prefix') return [field];
    const found = findCountry(country);
    if (found === undefined) return [];
    const { prefix, example } = found;
    return [{ ...field, prefix, example }];
  });
}

/** Whether all that must be filled in can be asked of a player of a country. */
export function canShowFields(fields: readonly CatalogField[], country: string): boolean {
  const needsPrefix = fields.some(
    ({ type, isOptional = false }) => type === 'phone_with_prefix' && !isOptional,
  );
  return !needsPrefix || findCountry(country) !== undefined;
}

/**
 * Judges what a player typed by the same rules as the form (§5), and gives what is to be kept of it:
 * trimmed, in capitals where the field has them, without what was left empty. What isn't asked for is refused, too: it is never stored and
 * never reaches a provider (design §3.8).
 * @throws CallError with the field's name in `params.field`: banking.paymentMethodRegex where a rule
 * of the field doesn't hold, request.invalid where there is no such field to fill in
 */
export function requireFields(
  definitions: readonly FieldDefinition[],
  given: FieldValues,
  { checkLuhn }: { checkLuhn?: boolean | undefined } = {},
): FieldValues {
  const values = normalizeAll(definitions, given);
  const asked = definitions.filter(
    (definition) => definition.type !== 'amount' && isFieldAsked(definitions, definition, values),
  );
  const unknown = Object.keys(values).find((name) => !asked.some((field) => field.name === name));
  if (unknown !== undefined) {
    const message = `fields.${unknown}: is not asked for by this method`;
    throw new CallError('request.invalid', message, { field: unknown });
  }
  for (const definition of asked) {
    const problem = judgeField(definition, values[definition.name] ?? '', { checkLuhn });
    if (problem !== null) throw refuse(definition.name, problem);
  }
  return values;
}

function normalizeAll(definitions: readonly FieldDefinition[], given: FieldValues): FieldValues {
  const areCapitals = (name: string) =>
    definitions.some((field) => field.name === name && field.type === 'text_uppercase');
  const entries = Object.entries(given).map(([name, value]) => {
    const trimmed = value.trim();
    return [name, areCapitals(name) ? trimmed.toUpperCase() : trimmed] as const;
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** The words are the widget's to find; these are for who reads an answer. */
const descriptions: Record<FieldProblem['kind'], string> = {
  missing: 'is needed by this method',
  tooLong: 'is too long',
  notAChoice: 'is none of the choices',
  notAPhone: "is no international number with the country's prefix",
  notADate: 'is no day there is, written as dd.mm.yyyy',
  checkDigit: 'has a wrong check digit',
  rule: "breaks one of the field's rules",
};

function refuse(field: string, { kind }: FieldProblem): CallError {
  const message = `fields.${field}: ${descriptions[kind]}`;
  return new CallError('banking.paymentMethodRegex', message, { field, problem: kind });
}

type Named = Pick<FieldDefinition, 'name' | 'alias'>;

/** What the provider calls these fields. */
export function namesOf(definitions: readonly Named[]): FieldNames {
  return leaveOutSame(definitions.map(({ name, alias = name }) => [name, alias]));
}

/** What a provider gets of the fields: each under the provider's name of it, where that differs. */
export function nameForProvider(names: FieldNames, values: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [names[name] ?? name, value]),
  );
}

/** What was filled in of a form, and what the provider calls it. */
export interface FilledIn {
  names: FieldNames;
  values: FieldValues;
}

/**
 * Adds what a provider asked for besides to what was filled in before. What the provider calls the
 * same is corrected by it. What only we call the same is kept as well: the provider may know it by
 * another name.
 */
export function addFilledIn(before: FilledIn, added: FilledIn): FilledIn {
  const corrected = new Set(Object.keys(nameForProvider(added.names, added.values)));
  const kept = Object.entries(before.values)
    .map(([name, value]) => ({ name, value, theirs: before.names[name] ?? name }))
    .filter(({ theirs }) => !corrected.has(theirs))
    // No field's own name has a dot.
    .map(({ name, ...rest }) => ({
      ...rest,
      name: Object.hasOwn(added.values, name) ? `before.${rest.theirs}` : name,
    }));
  const given = Object.keys(added.values).map((name) => [name, added.names[name] ?? name] as const);
  return {
    names: leaveOutSame([...kept.map(({ name, theirs }) => [name, theirs] as const), ...given]),
    values: {
      ...Object.fromEntries(kept.map(({ name, value }) => [name, value])),
      ...added.values,
    },
  };
}

function leaveOutSame(names: readonly (readonly [name: string, theirs: string])[]): FieldNames {
  return Object.fromEntries(names.filter(([name, theirs]) => name !== theirs));
}
