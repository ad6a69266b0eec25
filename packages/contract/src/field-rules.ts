import {
  type FieldDefinition,
  type FieldOf,
  type FieldRule,
  longestFieldValue,
} from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';

/** What is wrong with the value of a field. */
export type FieldProblem =
  | { kind: 'missing' }
  | { kind: 'tooLong'; maxLength: number }
  /** None of a dropdown's or a network's choices. */
  | { kind: 'notAChoice' }
  /** No international number of the country's prefix (§5). */
  | { kind: 'notAPhone' }
  /** No day there is, where the mask asks for one. */
  | { kind: 'notADate' }
  /** The check digit doesn't hold: a digit was mistyped (ISO/IEC 7812-1). */
  | { kind: 'checkDigit' }
  | { kind: 'rule'; rule: FieldRule };

/**
 * What is wrong with a field's value, as it goes over the wire, or null (§5). The widget and the
 * server judge by it alike. What is asked for at all, {@link isFieldAsked} says. `checkLuhn` is the
 * method's.
 */
export function judgeField(
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
  const isCard = checkLuhn && definition.category === 'card';
  return isCard && !holdsLuhn(value) ? { kind: 'checkDigit' } : null;
}

/**
 * Whether a rule holds. A browser too old to read its pattern leaves it to the server, which has
 * read it at its start.
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

/** What a field's rules see of its value: a phone without its prefix (§5). */
function ruledPart(definition: FieldDefinition, value: string): string {
  return definition.type === 'phone_with_prefix' ? value.slice(definition.prefix.length) : value;
}

/**
 * Whether a text is an international number with the prefix (E.164): 4 digits and more after it, 15
 * in all at most. Which numbers exist is for each method's rules to say.
 */
function isPhoneNumber({ prefix }: FieldOf<'phone_with_prefix'>, text: string): boolean {
  if (!text.startsWith(prefix) || !/^\+\d{5,15}$/.test(text)) return false;
  return text.length >= prefix.length + 4;
}

/** Whether a text is a day there is, as the mask `Date` has it: dd.mm.yyyy from 1900 on (§9). */
function isDate(text: string): boolean {
  const [, day, month, year] = /^(\d\d)\.(\d\d)\.(\d{4})$/.exec(text)?.map(Number) ?? [];
  if (day === undefined || month === undefined || year === undefined || year < 1900) return false;
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** The fields by which a Pix key is given (§3 "Pix fields"). */
const pixFields = { type: 'pixKeyType', key: 'pixKey', cpf: 'numberId' } as const;

/**
 * Whether a field of a form is asked for, given what stands in the others. All are, but for a Pix
 * key: with the type `cpf` the player's CPF, which is asked for always, is the key (§4).
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

/** Whether a number ends in the right check digit; what is no digit is left out. */
export function holdsLuhn(number: string): boolean {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 2) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const worth = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (worth > 9 ? worth - 9 : worth);
  }, 0);
  return sum % 10 === 0;
}
