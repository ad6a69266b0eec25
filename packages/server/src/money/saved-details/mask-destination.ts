import type { FieldDefinition, FieldValues } from '@kassa/contract';
import { maskNumber } from '../../ground/encryption/mask-value.ts';

/** Whether a field is a part of the destination: everything but the names of people. */
export function isOfDestination({
  type,
  category,
}: Pick<FieldDefinition, 'type' | 'category'>): boolean {
  return type !== 'amount' && category !== 'name';
}

/** Whether a field is a part of the destination that the player types, and doesn't choose. */
export const isTypedDestination = (field: Pick<FieldDefinition, 'type' | 'category'>): boolean =>
  isOfDestination(field) && field.type !== 'dropdown' && field.type !== 'networks';

/**
 * Returns a destination so that its owner recognizes it and nobody else can use it: the bank that a
 * dropdown names and the last four characters of the number (`GTBank •••• 6789`), or the first
 * letter and the domain of an e-mail address. Null if the player typed and chose nothing of it.
 */
export function maskDestination(
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): string | null {
  const [main] = definitions
    .filter((field) => isTypedDestination(field) && Object.hasOwn(fields, field.name))
    .sort((left, right) => rankOf(left) - rankOf(right));
  const masked = main === undefined ? [] : [maskTyped(fields[main.name] ?? '')];
  const parts = [...findBank(definitions, fields), ...masked];
  return parts.length === 0 ? null : parts.join(' ');
}

/** The field by which people know the destination comes first; of two alike, the earlier one. */
function rankOf(field: FieldDefinition): number {
  if ('accountNumber' in field && field.accountNumber !== undefined) return 0;
  if (field.type === 'phone_with_prefix') return 2;
  const order = ['account', 'number', 'email'];
  const rank = order.indexOf(field.category ?? '');
  return rank === -1 ? 5 : ([1, 3, 4][rank] ?? 5);
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
  return maskNumber(text);
}
