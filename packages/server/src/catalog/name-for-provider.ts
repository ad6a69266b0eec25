import type { FieldDefinition, FieldValues } from '@kassa/contract';
import type { FieldNames } from '../ground/database/tables/money.ts';

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
