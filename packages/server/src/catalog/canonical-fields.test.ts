import type { FieldDefinition } from '@kassa/contract';
import { expect, test } from 'vitest';
import { toCanonicalFields } from './canonical-fields.ts';
import type { CatalogMethod } from './catalog-schema.ts';
import { requireFields } from './fields.ts';
import { listForms } from './list-forms.ts';

const address: FieldDefinition = { name: 'address', type: 'text', category: 'account' };
const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const coin = { blockchain: 'ETHEREUM' } as const;

test('the address of a coin has the form that is paid', () => {
  const typed = { address: ` ${evm.toUpperCase()}` };
  expect(requireFields([address], typed, { coin })).toEqual({ address: evm });
  // A text that is none stays for the rules and the wallet to refuse.
  expect(requireFields([address], { address: 'Nowhere' }, { coin })).toEqual({
    address: 'Nowhere',
  });
});

test('a text is no address where the method has no coin', () => {
  const typed = { address: evm.toLowerCase() };
  expect(requireFields([address], typed)).toEqual(typed);
});

test('the rules of a field are held by the form, not by the spelling', () => {
  const iban: FieldDefinition = {
    name: 'iban',
    type: 'text_uppercase',
    category: 'account',
    accountNumber: 'iban',
    validations: [{ regex: '^DE\\d{20}$' }],
  };
  const typed = { iban: 'de89 3704 0044 0532 0130 00' };
  expect(requireFields([iban], typed)).toEqual({ iban: 'DE89370400440532013000' });
});

test('a form that the rules refuse leaves what was typed, as they allow no other spelling', () => {
  const dashed: FieldDefinition = {
    name: 'account',
    type: 'text',
    category: 'number',
    validations: [{ regex: '^\\d{2}-\\d{4}$' }],
  };
  expect(requireFields([dashed], { account: '12-3456' })).toEqual({ account: '12-3456' });
  expect(() => requireFields([dashed], { account: '123456' })).toThrow();
});

test('a text that is too long is not read', () => {
  const endless = `${' 1'.repeat(200)}`;
  const number: FieldDefinition = { name: 'account', type: 'text', category: 'number' };
  expect(() => requireFields([number], { account: endless })).toThrow();
});

test('empty values are left out, and values of unknown fields are trimmed', () => {
  const values = { address: ' \u200b ', other: ' x ' };
  expect(toCanonicalFields([address], values, {})).toEqual({ other: 'x' });
});

test('a search looks for every form that a text has in the fields of its name', () => {
  const methods = [
    { fields: [address], coin: { currency: 'ETH', blockchain: 'ETHEREUM' } },
    { fields: [{ name: 'phone', type: 'phone_with_prefix' }] },
    {
      fields: [
        {
          name: 'pixKeyType',
          type: 'dropdown',
          values: ['cpf', 'phone'].map((value) => ({ value, text: { en: value } })),
        },
        { name: 'pixKey', type: 'text', category: 'account' },
      ],
    },
  ] as CatalogMethod[];
  expect(listForms(methods, 'address', evm.toLowerCase())).toEqual([evm.toLowerCase(), evm]);
  expect(listForms(methods, 'phone', '0049 151 234')).toEqual(['0049 151 234', '+49151234']);
  // What Mexico dialled before, as a Mexican's form reads it and as any other does.
  for (const spelling of ['+52 1 55 1234 5678', '0052 1 55 1234 5678', '+52 (1) 55 1234 5678']) {
    expect(listForms(methods, 'phone', spelling)).toContain('+525512345678');
  }
  expect(listForms(methods, 'phone', '+375 8 029 123 45 67')).toContain('+375291234567');
  // It may be a person's number or a phone.
  expect(listForms(methods, 'pixKey', '11 91234-5678')).toEqual([
    '11 91234-5678',
    '11912345678',
    '+5511912345678',
  ]);
  expect(listForms(methods, 'iban', 'DE 1')).toEqual(['DE 1']);
});
