import { expect, test } from 'vitest';
import type { FieldDefinition } from './entities/field.ts';
import { validateFieldSet } from './field-set-rules.ts';

const bank: FieldDefinition = {
  name: 'bank',
  type: 'dropdown',
  values: [
    { value: '011', text: { en: 'First Bank' } },
    { value: '999992', text: { en: 'OPay' } },
  ],
};
const account: FieldDefinition = { name: 'account', type: 'text', accountNumber: 'nuban' };
const nigerian = [bank, account];

// Central Bank of Nigeria, "Proposals on the implementation of NUBAN scheme", 2010.
test.each([
  [{ bank: '011', account: '0000014579' }, null],
  [
    { bank: '011', account: '0000014570' },
    { name: 'account', problem: { kind: 'checkDigit' } },
  ],
  [{ bank: '999992', account: '0000014570' }, null],
  // Each field by itself says that it is empty.
  [{ bank: '011' }, null],
  [{}, null],
])('a Nigerian account fits its bank: %o', (values, problem) => {
  expect(validateFieldSet(nigerian, values)).toEqual(problem);
});

test('another account has no bank to fit', () => {
  const plain: FieldDefinition = { name: 'account', type: 'text' };
  expect(validateFieldSet([bank, plain], { bank: '011', account: '0000014570' })).toBeNull();
});

const pix: FieldDefinition[] = [
  { name: 'pixKeyType', type: 'text' },
  { name: 'numberId', type: 'text', taxId: 'cpf' },
  { name: 'pixKey', type: 'text' },
];

// Banco Central do Brasil, "Manual operacional do DICT", and the CNPJ of the Receita's example.
test.each([
  ['phone', '+5511987654321', null],
  ['phone', '+551133334444', null],
  ['phone', '11987654321', 'rule'],
  ['phone', '+14155550100', 'rule'],
  ['email', 'fulano_da_silva.recebedor@example.com', null],
  ['email', '+5511987654321', 'rule'],
  ['email', 'fulano@example', 'rule'],
  ['random', '123e4567-e12b-12d1-a456-426655440000', null],
  ['random', '123e4567e12b12d1a456426655440000', 'rule'],
  ['random', 'fulano@example.com', 'rule'],
  ['cnpj', '12ABC34501DE35', null],
  ['cnpj', '12ABC34501DE36', 'checkDigit'],
  ['cnpj', '12.345.678/0001-95', 'rule'],
  // A type of the operator's own catalogue.
  ['other', 'anything', null],
])('the Pix key of the type %s may be %s: %s', (pixKeyType, pixKey, kind) => {
  const found = validateFieldSet(pix, { pixKeyType, pixKey, numberId: '52998224725' });
  expect(found?.problem.kind ?? null).toBe(kind);
  if (found !== null) expect(found.name).toBe('pixKey');
});

test('a key that is not asked is not validated', () => {
  const values = { pixKeyType: 'cpf', pixKey: 'anything', numberId: '52998224725' };
  expect(validateFieldSet(pix, values)).toBeNull();
});

test('a Pix key without a type has the rules of its field alone', () => {
  const [, , key] = pix as [FieldDefinition, FieldDefinition, FieldDefinition];
  expect(validateFieldSet([key], { pixKey: 'anything' })).toBeNull();
});
