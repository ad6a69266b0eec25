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

/** Whether a field names a bank or its branch. */
export const isBankCode = (field: Pick<FieldDefinition, 'type'>): boolean =>
  'isBankCode' in field && field.isBankCode === true;

/** Whether a field takes the number of a card. */
export const isCard = (field: Pick<FieldDefinition, 'category'>): boolean =>
  field.category === 'card' || ('showsCardIssuer' in field && field.showsCardIssuer === true);

/**
 * Returns a destination so that its owner recognizes it and nobody else can use it: the bank that a
 * dropdown names and the last four characters of the number (`GTBank •••• 6789`), or the first
 * letter and the domain of an e-mail address. Null if the player typed and chose nothing of it.
 */
export function maskDestination(
  definitions: readonly FieldDefinition[],
  fields: FieldValues,
): string | null {
  const main = findMainField(definitions.filter(({ name }) => Object.hasOwn(fields, name)));
  const masked = main === undefined ? [] : [maskTyped(fields[main.name] ?? '')];
  const parts = [...findBank(definitions, fields), ...masked];
  return parts.length === 0 ? null : parts.join(' ');
}

/**
 * Returns the field by which people know the destination; of two alike, the earlier one. Undefined where
 * nothing of it is typed.
 */
export function findMainField(
  definitions: readonly FieldDefinition[],
): FieldDefinition | undefined {
  return definitions
    .filter(isTypedDestination)
    .sort((left, right) => rankOf(left) - rankOf(right))[0];
}

function rankOf(field: FieldDefinition): number {
  if ('accountNumber' in field && field.accountNumber !== undefined) return 0;
  if (isBankCode(field)) return 6;
  if (field.type === 'phone_with_prefix') return 2;
  const order = ['account', 'number', 'email'];
  const rank = order.indexOf(field.category ?? '');
  return rank === -1 ? 5 : ([1, 3, 4][rank] ?? 5);
}

/** Of a shorter value the middle would be found by too few guesses, as check digits tell most of them. */
const shortestInExcerpt = 20;
const edge = 5;

/**
 * Returns the part of a saved value by which its owner tells it from others: the first and last five
 * characters (`0x9aF…e79C8`), of a short one the last four.
 */
export function excerptOf(value: string): string {
  const characters = [...value.trim()];
  if (characters.length < shortestInExcerpt || value.includes('@')) return maskTyped(value);
  return `${characters.slice(0, edge).join('')}…${characters.slice(-edge).join('')}`;
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
