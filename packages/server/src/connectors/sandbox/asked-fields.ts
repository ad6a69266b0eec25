import type { FieldDefinition } from '@kassa/contract';
import type { MissingDetail } from './client/words.ts';

/** What the provider wants to know besides, as fields that a player fills in. */
export function toFields(missing: readonly MissingDetail[]): FieldDefinition[] {
  return missing.map(({ name, kind }) => ({ name, ...fieldsByKind[kind] }));
}

type Part<Field> = Field extends unknown ? Omit<Field, 'name'> : never;

const fieldsByKind: Record<MissingDetail['kind'], Part<FieldDefinition>> = {
  code: {
    type: 'text',
    placeholder_key: 'field.smsCode',
    category: 'number',
    mask: '000000',
    validations: [{ regex: '^\\d{6}$', regex_error_key: 'field.rule.smsCode' }],
  },
  date: {
    type: 'text',
    placeholder_key: 'field.birthDate',
    mask: 'Date',
    validations: [{ regex: '^\\d{2}\\.\\d{2}\\.\\d{4}$', regex_error_key: 'field.rule.date' }],
  },
  document: {
    type: 'text_uppercase',
    placeholder_key: 'field.documentNumber',
    category: 'document',
    validations: [{ regex: '^[A-Z0-9]{5,20}$', regex_error_key: 'field.rule.documentNumber' }],
  },
};
