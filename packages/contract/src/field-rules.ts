import { holdsAccountNumber } from './account-numbers.ts';
import {
  type FieldDefinition,
  type FieldOf,
  type FieldRule,
  longestFieldValue,
} from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';
import { holdsLuhn } from './luhn.ts';
import { holdsTaxId } from './tax-ids.ts';

/** Why the value of a field is invalid. */
export type FieldProblem =
  | { kind: 'missing' }
  | { kind: 'tooLong'; maxLength: number }
  /** The value isn't one of a dropdown's or networks field's choices. */
  | { kind: 'notAChoice' }
  /** The value isn't an international number with the country's prefix (§5). */
  | { kind: 'notAPhone' }
  /** The date doesn't exist, in a field with the mask `Date`. */
  | { kind: 'notADate' }
  /** A check digit of a card, account or tax number is wrong: a digit was mistyped. */
  | { kind: 'checkDigit' }
  | { kind: 'rule'; rule: FieldRule };

/**
 * Validates the value of a field in its wire format (§5). Returns null if it is valid. Widget and
 * server use this same rule. {@link isFieldAsked} tells whether the field is shown at all.
 * `checkLuhn` is the method's setting.
 */
export function validateField(
  definition: FieldDefinition,
  value: string,
  { checkLuhn = false }: { checkLuhn?: boolean | undefined } = {},
): FieldProblem | null {
  if (definition.type === 'amount') return null;
  if (value.trim() === '') return definition.isOptional === true ? null : { kind: 'missing' };
  if (value.length > longestFieldValue) return { kind: 'tooLong', maxLength: longestFieldValue };
  if ('values' in definition && !definition.values.some((choice) => choice.value === value)) {
    return { kind: 'notAChoice' };
  }
  if (definition.type === 'phone_with_prefix' && !isPhoneNumber(definition, value)) {
    return { kind: 'notAPhone' };
  }
  const broken = (definition.validations ?? []).find(
    (rule) => !holdsRule(rule, ruledPart(definition, value)),
  );
  if (broken !== undefined) return { kind: 'rule', rule: broken };
  if ('mask' in definition && definition.mask === 'Date' && !isDate(value)) {
    return { kind: 'notADate' };
  }
  if ('taxId' in definition && definition.taxId && !holdsTaxId(definition.taxId, value)) {
    return { kind: 'checkDigit' };
  }
  if ('accountNumber' in definition && definition.accountNumber) {
    if (!holdsAccountNumber(definition.accountNumber, value)) return { kind: 'checkDigit' };
  }
  const isCard = checkLuhn && definition.category === 'card';
  const isCardNumber = /^[\d\s\p{Pd}]+$/u.test(value) && holdsLuhn(value);
  return isCard && !isCardNumber ? { kind: 'checkDigit' } : null;
}

/**
 * Whether a text matches a rule's pattern. In a browser too old for the pattern the rule passes;
 * the server, which compiles every pattern at its start, validates again.
 */
export function holdsRule({ regex }: FieldRule, text: string): boolean {
  let pattern: RegExp;
  try {
    pattern = new RegExp(regex, 'u');
  } catch {
    return true;
  }
  return pattern.test(text);
}

/** Returns the part of a value that rules apply to: a phone number without its prefix (§5). */
function ruledPart(definition: FieldDefinition, value: string): string {
  return definition.type === 'phone_with_prefix' ? value.slice(definition.prefix.length) : value;
}

/**
 * Whether a text is an international number with the prefix (E.164): at least 4 digits after the
 * prefix, at most 15 in all. The method's rules decide which numbers exist.
 */
function isPhoneNumber({ prefix }: FieldOf<'phone_with_prefix'>, text: string): boolean {
  if (!text.startsWith(prefix) || !/^\+\d{5,15}$/.test(text)) return false;
  return text.length >= prefix.length + 4;
}

/** Whether a text is an existing date in the mask's format: dd.mm.yyyy, from 1900 on (§9). */
function isDate(text: string): boolean {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)?.map(Number) ?? [];
  if (day === undefined || month === undefined || year === undefined || year < 1900) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The fields of a Pix key (§3 "Pix fields"). */
export const pixFields = { type: 'pixKeyType', key: 'pixKey', cpf: 'numberId' } as const;

/**
 * Whether a form shows a field, given the other fields' values. Only a Pix key may be hidden: with
 * the type `cpf` the key is the player's CPF, which has its own field (§4).
 */
export function isFieldAsked(
  definitions: readonly FieldDefinition[],
  { name }: Pick<FieldDefinition, 'name'>,
  values: FieldValues,
): boolean {
  if (name !== pixFields.key) return true;
  if (!definitions.some((definition) => definition.name === pixFields.type)) return true;
  const type = values[pixFields.type] ?? '';
  return type !== '' && type !== 'cpf';
}
