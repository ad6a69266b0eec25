import type { FieldDefinition } from '@kassa/contract';
import type { MessageKey, Words } from '../../i18n/text.ts';

/**
 * Describes what a player has to enter into an empty field: by the field's name
 * (`field.required.<name>`), else by what it takes, and last by its label.
 */
export function describeMissing(definition: FieldDefinition): Words {
  return { dataKey: `field.required.${definition.name}`, otherwise: describeKind(definition) };
}

function describeKind(definition: FieldDefinition): MessageKey {
  switch (definition.type) {
    case 'amount':
      return 'form.amountInput.empty';
    case 'dropdown':
    case 'networks':
      return 'form.field.notAChoice';
    case 'phone_with_prefix':
      return 'field.required.phone';
    default:
      return keysByCategory[definition.category ?? ''] ?? 'form.field.missing';
  }
}

/** Accounts and numbers have as many meanings as names. */
const keysByCategory: Partial<Record<string, MessageKey>> = {
  card: 'field.required.card',
  document: 'field.required.document',
  email: 'field.required.email',
  name: 'field.required.holder',
};
