import { type FieldDefinition, vpaPattern } from '@kassa/contract';
import type { MissingDetail } from './client/schemas.ts';

/** Converts the provider's missing details to fields that the player fills in. */
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

/**
 * Converts the details that an invoice asks for, before the player confirms the payment, to fields.
 */
export function toInvoiceFields(names: readonly ('senderName' | 'utr')[]): FieldDefinition[] {
  return names.map((name) => ({ name, ...invoiceFields[name] }));
}

const invoiceFields: Record<'senderName' | 'utr', Part<FieldDefinition>> = {
  senderName: {
    type: 'text',
    category: 'name',
    placeholder: {
      en: 'Name of the payer',
      ar: 'اسم الدافع',
      ru: 'Имя отправителя',
      hi: 'भुगतान करने वाले का नाम',
      'hi-Latn-IN': 'Payment karne wale ka naam',
      es: 'Nombre de quien paga',
      'es-MX': 'Nombre de quien paga',
      pt: 'Nome de quem paga',
    },
  },
  utr: {
    type: 'text',
    // Without a mask: it would cut another number to twelve digits.
    category: 'number',
    placeholder_key: 'field.utr',
    validations: [{ regex: '^\\d{12}$', regex_error_key: 'field.rule.upiUtr' }],
  },
};

/** The player's own address, which the provider needs before a payment. */
export function toPayerField(name: 'payerAddress'): FieldDefinition {
  return {
    name,
    type: 'text',
    category: 'account',
    placeholder_key: 'field.ownUpiId',
    validations: [{ regex: vpaPattern, regex_error_key: 'field.rule.upiId' }],
  };
}
