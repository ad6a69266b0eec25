import path from 'node:path';
import type { FieldDefinition, FieldValues } from '@kassa/contract';
import { expect, test } from 'vitest';
import { loadCatalog } from '../../catalog/read/load-catalog.ts';
import { excerptOf, findMainField, maskDestination } from './mask-destination.ts';

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
  // The account, not the code of its bank, whichever comes first.
  [
    '•••• 6789',
    [
      text('account', 'number'),
      { name: 'ifsc', type: 'text_uppercase', category: 'account', isBankCode: true },
    ],
    { account: '000123456789', ifsc: 'SBIN0001234' },
  ],
  [
    '•••• 0008',
    [
      { name: 'sortCode', type: 'text', category: 'number', isBankCode: true },
      text('account', 'number'),
    ],
    { sortCode: '200415', account: '38290008' },
  ],
  ['•••• 32', [text('wallet', 'number')], { wallet: '1232' }],
  ['••••', [text('wallet', 'number')], { wallet: '1' }],
])('%s', (masked, definitions, values) => {
  expect(maskDestination(definitions, values)).toBe(masked);
});

test('nothing typed has no mask', () => {
  expect(maskDestination([holder, kind], { holder: 'Ada', accountKind: 'savings' })).toBeNull();
});

test.each([
  ['0x9aF4c1e02d7b83A51f6E9c0447bD2a8f13C0e79C8', '0x9aF…e79C8'],
  ['DE89370400440532013000', 'DE893…13000'],
  ['12345678901234567890', '12345…67890'],
  ['1234567890123456789', '•••• 6789'],
  ['a-very-long-name@example.com', 'a•••@example.com'],
])('of the saved %s is shown %s', (value, excerpt) => {
  expect(excerptOf(value)).toBe(excerpt);
});

test('every shipped withdrawal is known by its account, never by its bank’s code', async () => {
  const folder = path.join(import.meta.dirname, '../../../../../catalog');
  const { catalog } = await loadCatalog(folder);
  const withdrawals = catalog.methods.filter(({ transaction }) => transaction === 'withdrawal');
  const known = withdrawals.flatMap(
    ({ fields = [] }) => findMainField(fields as never)?.name ?? [],
  );
  expect([...new Set(known)].sort()).toEqual([
    'account',
    'accountAlias',
    'address',
    'cbu',
    'cci',
    'clabe',
    'email',
    'iban',
    'instapayAddress',
    'phone',
    'pixKey',
    'vpa',
    'wallet',
  ]);
});
