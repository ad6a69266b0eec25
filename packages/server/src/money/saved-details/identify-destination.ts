import type { FieldDefinition, FieldValues } from '@kassa/contract';
import { normalizeNumber } from '../../ground/encryption/vault.ts';
import { isOfDestination } from './mask-destination.ts';

/**
 * Returns the fields that make a destination, as two destinations are compared. Only what certainly
 * makes no difference is left out: spaces and dashes of numbers, and the case of e-mail addresses.
 * `john@g-mail.com` isn't `john@gmail.com`.
 */
export function identifyDestination(
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): FieldValues {
  const entries = definitions.filter(isOfDestination).flatMap((field) => {
    const value = fields[field.name];
    return value === undefined ? [] : [[field.name, toCompared(field, value)] as const];
  });
  return Object.fromEntries(entries);
}

function toCompared(field: FieldDefinition, value: string): string {
  if (isNumber(field)) return normalizeNumber(value);
  // Only ASCII letters: others in small may become another address's.
  if (field.category === 'email') return value.replace(/[A-Z]/g, (it) => it.toLowerCase());
  return value;
}

const isNumber = (field: FieldDefinition): boolean =>
  field.type === 'phone_with_prefix' ||
  field.type === 'text_uppercase' ||
  field.category === 'number' ||
  ('accountNumber' in field && field.accountNumber !== undefined);
