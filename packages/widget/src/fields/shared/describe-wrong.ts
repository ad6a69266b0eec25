import type { FieldDefinition } from '@kassa/contract';
import type { MessageKey, Words } from '../../i18n/text.ts';
import { describeMissing } from './describe-missing.ts';

/**
 * Describes what a field expects where its value breaks a rule without words of its own: by the
 * field's name (`field.rule.<name>`), else by what it takes, and last by its label.
 */
export function describeWrong(definition: FieldDefinition): Words {
  const { name } = definition;
  // A choice that is gone has to be made again.
  if ('values' in definition) return describeMissing(definition);
  return {
    dataKey: `field.rule.${rulesByName[name] ?? name}`,
    otherwise: describeKind(definition),
  };
}

/** The fields whose rule's text has the name of what they hold. */
const rulesByName: Partial<Record<string, string>> = {
  account: 'accountNumber',
  birthDate: 'date',
  holder: 'name',
  numberId: 'cpf',
  otp: 'smsCode',
  payerAddress: 'upiId',
  phone: 'mobilePhone',
  reference: 'paymentReference',
  senderName: 'name',
  vpa: 'upiId',
};

function describeKind({ type, category }: FieldDefinition): MessageKey {
  switch (type) {
    case 'amount':
      return 'common.errors.amount.invalid';
    case 'phone_with_prefix':
      return 'form.field.notAPhone';
    default:
      return keysByCategory[category ?? ''] ?? 'form.field.broken';
  }
}

const keysByCategory: Partial<Record<string, MessageKey>> = {
  card: 'field.rule.card',
  document: 'field.rule.documentNumber',
  email: 'field.rule.email',
  name: 'field.rule.name',
};
