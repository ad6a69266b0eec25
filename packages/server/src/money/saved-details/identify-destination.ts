import type { FieldDefinition, FieldValues } from '@kassa/contract';
import { isOfDestination } from './mask-destination.ts';

/** Returns the fields that make a destination, of fields in their one form (canonical-fields.ts). */
export function identifyDestination(
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): FieldValues {
  const entries = definitions.filter(isOfDestination).flatMap((field) => {
    const value = fields[field.name];
    return value === undefined ? [] : [[field.name, value] as const];
  });
  return Object.fromEntries(entries);
}
