import type { FieldDefinition, FieldValues } from '@kassa/contract';

/** What a provider gets of the fields: each under the provider's name of it, where that differs. */
export function nameForProvider(
  definitions: readonly Pick<FieldDefinition, 'name' | 'alias'>[],
  values: FieldValues,
): FieldValues {
  const aliases = new Map(definitions.map(({ name, alias = name }) => [name, alias]));
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [aliases.get(name) ?? name, value]),
  );
}
