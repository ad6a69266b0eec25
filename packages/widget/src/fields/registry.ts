import type { Field } from './field.ts';

const fields = import.meta.glob<Field>('./*/field.ts', { import: 'field', eager: true });

/** The field of a type (§3): its folder bears the type's name. Throws where there is none. */
export function resolveField(type: string): Field {
  const field = fields[`./${type}/field.ts`];
  if (field === undefined) throw new Error(`There is no field type "${type}".`);
  return field;
}
