import type { FieldDefinition, FieldValues } from '@kassa/contract';
import { expect, test } from 'vitest';
import { maskDestination } from './mask-destination.ts';

const text = (name: string, category?: FieldDefinition['category']): FieldDefinition => ({
  name,
  type: 'text',
  ...(category && { category }),
});
const bank: FieldDefinition = {
  name: 'bank',
  type: 'dropdown',
  values: [{ value: '058', text: { en: 'GTBank' } }],
};
const kind: FieldDefinition = {
  name: 'accountKind',
  type: 'dropdown',
  values: [{ value: 'savings', text: { en: 'Savings' } }],
};
const phone: FieldDefinition = { name: 'phone', type: 'phone_with_prefix', prefix: '+234' };
const holder = text('holder', 'name');

test.each<[string, FieldDefinition[], FieldValues]>([
  ['GTBank •••• 6789', [bank, text('account', 'number')], { bank: '058', account: '0123456789' }],
  ['GTBank', [bank], { bank: '058' }],
  [
    '•••• 3000',
    [holder, text('iban', 'account')],
    { holder: 'Ada', iban: 'DE89370400440532013000' },
  ],
  ['•••• 6789', [phone], { phone: '+2348023456789' }],
  ['a•••@example.com', [text('email', 'email')], { email: 'ada@example.com' }],
  // An address of UPI, or a Pix key.
  ['a•••@okbank', [text('vpa', 'account')], { vpa: 'ada@okbank' }],
  ['•••• 5440', [text('pixKey', 'account')], { pixKey: '123e4567-e12b-12d1-a456-426655445440' }],
  // The account, not the document beside it nor the kind of account.
  [
    '•••• 1234',
    [kind, text('document', 'document'), text('account', 'number'), holder],
    { accountKind: 'savings', document: '12345678', account: '000055551234', holder: 'Ada' },
  ],
  // The key's type hides the key; the number takes its place.
  [
    '•••• 4725',
    [text('numberId', 'number'), text('pixKey', 'account')],
    { numberId: '52998224725' },
  ],
  ['•••• 32', [text('wallet', 'number')], { wallet: '1232' }],
  ['••••', [text('wallet', 'number')], { wallet: '1' }],
])('%s', (masked, definitions, values) => {
  expect(maskDestination(definitions, values)).toBe(masked);
});

test('nothing typed has no mask', () => {
  expect(maskDestination([holder, kind], { holder: 'Ada', accountKind: 'savings' })).toBeNull();
});
