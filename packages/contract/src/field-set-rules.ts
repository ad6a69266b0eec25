import { holdsNuban } from './account-numbers.ts';
import type { FieldDefinition } from './entities/field.ts';
import type { FieldValues } from './entities/field-values.ts';
import { type FieldProblem, isFieldAsked, pixFields } from './field-rules.ts';
import { holdsTaxId } from './tax-ids.ts';

/** Why a form's values don't fit together, at the field that the player corrects. */
export interface FieldSetProblem {
  name: string;
  problem: FieldProblem;
}

/**
 * Validates fields whose rule depends on another field, once each of them is valid by itself: a
 * Nigerian account of a bank, a Pix key of a type. Null if they fit together. Widget and server use
 * this same rule.
 */
export function validateFieldSet(
  definitions: readonly FieldDefinition[],
  values: FieldValues,
): FieldSetProblem | null {
  for (const definition of definitions) {
    const { name } = definition;
    const value = values[name] ?? '';
    if (value === '' || !isFieldAsked(definitions, definition, values)) continue;
    const problem = validateBeside(definition, value, values);
    if (problem !== null) return { name, problem };
  }
  return null;
}

function validateBeside(
  definition: FieldDefinition,
  value: string,
  values: FieldValues,
): FieldProblem | null {
  if ('accountNumber' in definition && definition.accountNumber === 'nuban') {
    return holdsNuban(values.bank ?? '', value) ? null : { kind: 'checkDigit' };
  }
  const type = values[pixFields.type];
  return definition.name === pixFields.key && type !== undefined
    ? validatePixKey(type, value)
    : null;
}

/**
 * The forms of Pix keys (Banco Central do Brasil, DICT): a company's number is without punctuation,
 * a phone is international, and a random key is a UUID.
 */
const pixKeys: Readonly<Record<string, RegExp>> = {
  cnpj: /^[\dA-Z]{12}\d{2}$/,
  phone: /^\+55\d{10,11}$/,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  random: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

function validatePixKey(type: string, key: string): FieldProblem | null {
  const form = pixKeys[type];
  if (form !== undefined && !form.test(key)) {
    const rule = { regex: form.source, regex_error_key: 'field.rule.pixKey' };
    return { kind: 'rule', rule };
  }
  return type === 'cnpj' && !holdsTaxId('cnpj', key) ? { kind: 'checkDigit' } : null;
}
