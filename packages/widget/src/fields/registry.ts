import type { FieldType } from '@kassa/contract';
import type { Field } from './shared/field.ts';

const loaders = import.meta.glob<Field>('./*/field.ts', { import: 'field' });

/** The fields of a form, by type. */
export type Fields = ReadonlyMap<FieldType, Field>;

/**
 * Loads the fields of a form (§3). The folder of a type has its name, with hyphens.
 * @throws where the type doesn't exist or its code can't be loaded
 */
export async function loadFields(types: Iterable<FieldType>): Promise<Fields> {
  const unique = [...new Set(types)];
  const loaded = await Promise.all(unique.map(loadField));
  return new Map(unique.map((type, index) => [type, loaded[index] as Field]));
}

function loadField(type: FieldType): Promise<Field> {
  const load = loaders[`./${type.replaceAll('_', '-')}/field.ts`];
  if (load === undefined) throw new Error(`There is no field type "${type}".`);
  return load();
}
