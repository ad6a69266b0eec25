import type { FieldType } from '@kassa/contract';
import type { Field } from './shared/field.ts';

const loaders = import.meta.glob<Field>('./*/field.ts', { import: 'field' });

/** The fields of a form by their type. */
export type Fields = ReadonlyMap<FieldType, Field>;

/**
 * Loads the fields that a form is made of (§3): a type's folder bears its name, with hyphens.
 * Rejects where there is none, or where its code can't be had.
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
