import { diallingByCountry } from '@kassa/contract';
import { buildPixFields, buildTextField } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { dialledInBrazil, filterAsked, listAddedFields, listFormFields } from './form-fields.ts';

const keysOf = (fields: readonly { key: string }[]) => fields.map(({ key }) => key);

test('the amount comes first where a method lists none, else where it is listed', () => {
  const holder = buildTextField();
  expect(keysOf(listFormFields([holder]))).toEqual(['amount', 'holder']);
  const amount = { type: 'amount', name: 'sum' } as const;
  expect(keysOf(listFormFields([holder, amount]))).toEqual(['holder', 'sum']);
});

test('fields that a provider asks for later bring no amount', () => {
  const amount = { type: 'amount', name: 'amount' } as const;
  expect(keysOf(listAddedFields([amount, buildTextField()]))).toEqual(['holder']);
});

test('a Pix key has an input for each of its types except the CPF', () => {
  const fields = listFormFields(buildPixFields());
  expect(keysOf(fields)).toEqual([
    'amount',
    'pixKeyType',
    'numberId',
    'pixKey.email',
    'pixKey.phone',
    'pixKey.random',
  ]);
  const inputs = fields.slice(3);
  expect(inputs.map(({ definition }) => definition.type)).toEqual([
    'text',
    'phone_with_prefix',
    'text',
  ]);
  expect(inputs.map(({ definition }) => definition.category)).toEqual([
    'email',
    undefined,
    'account',
  ]);
  expect(new Set(inputs.map(({ asked }) => asked.name))).toEqual(new Set(['pixKey']));
});

test('a Pix key of a company takes its number in upper case', () => {
  const fields = listFormFields(
    buildPixFields().map((field) =>
      'values' in field
        ? { ...field, values: [...field.values, { value: 'cnpj', text: { en: 'CNPJ' } }] }
        : field,
    ),
  );
  expect(fields.find(({ key }) => key === 'pixKey.cnpj')).toMatchObject({
    labelKey: 'form.pixKey.cnpj',
    definition: { name: 'pixKey', type: 'text_uppercase', taxId: 'cnpj' },
  });
});

test.each([
  ['', ['pixKeyType', 'numberId']],
  ['cpf', ['pixKeyType', 'numberId']],
  ['email', ['pixKeyType', 'numberId', 'pixKey.email']],
  ['phone', ['pixKeyType', 'numberId', 'pixKey.phone']],
  ['random', ['pixKeyType', 'numberId', 'pixKey.random']],
])('with the type "%s" a Pix form asks for %j (§4)', (type, asked) => {
  const fields = listFormFields(buildPixFields()).slice(1);
  const readValue = (key: string) => (key === 'pixKeyType' ? type : '');
  expect(keysOf(filterAsked(fields, readValue))).toEqual(asked);
});

test('a field named pixKey without a type beside it is an ordinary one', () => {
  const fields = listFormFields([buildTextField({ name: 'pixKey' })]);
  expect(keysOf(filterAsked(fields, () => ''))).toEqual(['amount', 'pixKey']);
});

test('phones that are Pix keys are dialled as the table of countries says', () => {
  expect(dialledInBrazil).toEqual(diallingByCountry.br);
});
