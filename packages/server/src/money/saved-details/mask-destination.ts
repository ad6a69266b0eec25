import type { FieldDefinition, FieldValues } from '@kassa/contract';
import type { CatalogMethod } from '../../catalog/catalog-schema.ts';
import { maskValue } from '../../ground/encryption/mask-value.ts';

/** Whether a field is a part of the destination: everything but the names of people. */
export function isOfDestination({ type, category }: FieldDefinition): boolean {
  return type !== 'amount' && category !== 'name';
}

/**
 * Returns a destination so that its owner recognizes it and nobody else can use it: the bank that a
 * dropdown names and the last four characters of the number (`GTBank •••• 6789`), or the first
 * letter and the domain of an e-mail address. The method's name where nothing was typed.
 */
export function maskDestination(
  method: Pick<CatalogMethod, 'name' | 'text'>,
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): string {
  const typed = definitions.filter((field) => isTyped(field) && Object.hasOwn(fields, field.name));
  const [main] = typed.sort((left, right) => rankOf(left) - rankOf(right));
  const masked = main === undefined ? [] : [maskTyped(fields[main.name] ?? '')];
  const parts = [...findBank(definitions, fields), ...masked];
  return parts.length === 0 ? (method.text.en ?? method.name) : parts.join(' ');
}

const isTyped = (field: FieldDefinition) => isOfDestination(field) && !('values' in field);

/** The field by which people know the destination comes first. */
function rankOf({ type, category }: FieldDefinition): number {
  if (category === 'account') return 0;
  if (type === 'phone_with_prefix') return 1;
  if (category === 'number') return 2;
  return category === 'email' ? 3 : 4;
}

function findBank(definitions: readonly FieldDefinition[], fields: FieldValues): string[] {
  return definitions.flatMap((field) => {
    if (field.type !== 'dropdown' || field.name !== 'bank') return [];
    const choice = field.values.find(({ value }) => value === fields.bank);
    return choice === undefined ? [] : [choice.text.en ?? choice.value];
  });
}

function maskTyped(text: string): string {
  const [, letter, domain] = /^(.)[^@]*@([^@\s]+)$/u.exec(text) ?? [];
  if (letter !== undefined && domain !== undefined) return `${letter}•••@${domain}`;
  return maskValue(text).replace(/^(•+)(.)/u, '$1 $2');
}
