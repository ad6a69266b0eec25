import { describe, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { catalogMethodSchema } from '../catalog-schema.ts';
import { checkFields } from './check-fields.ts';

const text = { name: 'iban', type: 'text', placeholder_key: 'field.iban' };
const words = (en: string) => ({ en });
const choice = (value: string) => ({ value, text: words(value) });
const bank = {
  name: 'bank',
  type: 'dropdown',
  placeholder_key: 'field.bank',
  values: [choice('a'), choice('b')],
};
const networks = {
  name: 'network',
  type: 'networks',
  placeholder_key: 'field.network',
  values: [{ ...choice('trc20'), limits: { min: '5', max: '100' } }],
};
const pixType = {
  name: 'pixKeyType',
  type: 'dropdown',
  placeholder_key: 'field.pixKeyType',
  values: ['cpf', 'email', 'phone', 'random'].map(choice),
};
const pixKey = { name: 'pixKey', type: 'text', placeholder_key: 'field.pixKey' };
const cpf = { name: 'numberId', type: 'text', placeholder_key: 'field.cpf', taxId: 'cpf' };

function check(...fields: object[]): string[] {
  const entry = catalogMethodSchema.parse({ ...buildMethod('bank_transfer'), fields });
  const placed = { entry, file: 'methods/de.json', path: 'methods.0' };
  return checkFields(placed).map(({ path, message }) => `${path}: ${message}`);
}

it('finds nothing in a valid form', () => {
  const phone = { name: 'phone', type: 'phone_with_prefix', placeholder: words('Phone') };
  const masked = { ...text, mask: '{AT}00 0000 [0000]', validations: [{ regex: '^\\p{Lu}{2}' }] };
  const fields = [{ name: 'amount', type: 'amount' }, masked, bank, networks, phone];
  expect(check(...fields, pixType, cpf, pixKey)).toEqual([]);
  const withCompanies = { ...pixType, values: [...pixType.values, choice('cnpj')] };
  expect(check(withCompanies, cpf, pixKey)).toEqual([]);
});

describe('names', () => {
  it('are unique', () => {
    expect(check(text, text)).toEqual(['methods.0.fields.1.name: the name "iban" is used twice']);
  });

  it('are unique for the provider, too', () => {
    expect(check(text, { ...text, name: 'account', alias: 'iban' })).toEqual([
      'methods.0.fields.1.alias: another field has the provider name "iban"',
    ]);
  });
});

it.each([['amount'], ['networks']])('at most one field has the type %s', (type) => {
  const field = type === 'amount' ? { name: 'amount', type } : networks;
  expect(check(field, { ...field, name: 'another' })).toEqual([
    `methods.0.fields.1.type: there is another field of the type "${type}"`,
  ]);
});

it.each([
  ['no label', { placeholder_key: undefined }, ': needs a label: placeholder_key or placeholder'],
  ['a label without English', { placeholder: { de: 'IBAN' } }, '.placeholder.en: is missing'],
  [
    'a broken pattern',
    { validations: [{ regex: '^(' }] },
    '.validations.0.regex: Invalid regular expression: /^(/u: Unterminated group',
  ],
  [
    'a pattern that only lax flags take',
    { validations: [{ regex: '^\\-$' }] },
    '.validations.0.regex: Invalid regular expression: /^\\-$/u: Invalid escape',
  ],
  ...['(?<=a)b', '(?<!a)b', '(?i:a)', '(?-i:a)', 'a\\\\(?<=b)'].map(
    (regex): [string, object, string] => [
      `the pattern ${regex}`,
      { validations: [{ regex }] },
      '.validations.0.regex: uses lookbehind or modifiers, which older phones don’t support',
    ],
  ),
  [
    'a rule without English words',
    { validations: [{ regex: '^1', message: { ru: 'Нет' } }] },
    '.validations.0.message.en: is missing',
  ],
  ['a broken mask', { mask: '00[00' }, '.mask: has a "[" that is never closed'],
  [
    'a value that breaks its rules',
    { value: 'x', validations: [{ regex: '^\\d+$' }] },
    ".value: breaks the field's rules (rule)",
  ],
  [
    'a phone with a value',
    { type: 'phone_with_prefix', value: '+49301234567' },
    '.value: is not allowed here: no number is valid in every country',
  ],
  [
    'an amount with a value',
    { type: 'amount', value: '50' },
    '.value: is not allowed here: use prefilledAmount of the method',
  ],
  [
    'a CPF whose digits are not checked',
    { alias: 'CPF' },
    '.taxId: must be "cpf", as the field\'s name says',
  ],
  [
    'a CNPJ whose digits are not checked',
    { name: 'cnpj' },
    '.taxId: must be "cnpj", as the field\'s name says',
  ],
  [
    'a CPF with a wrong check digit',
    { taxId: 'cpf', value: '12345678900' },
    ".value: breaks the field's rules (checkDigit)",
  ],
])('finds %s', (_, part, problem) => {
  expect(check({ ...text, ...part })).toEqual([`methods.0.fields.0${problem}`]);
});

describe('choices', () => {
  it('are unique and have texts', () => {
    const values = [choice('a'), choice('a'), { value: 'b', text: { de: 'B' } }];
    expect(check({ ...bank, values })).toEqual([
      'methods.0.fields.0.values.1.value: the value "a" is used twice',
      'methods.0.fields.0.values.2.text.en: is missing',
    ]);
  });

  it('include the prefilled value', () => {
    expect(check({ ...bank, value: 'b' })).toEqual([]);
    expect(check({ ...bank, value: 'c' })).toEqual([
      "methods.0.fields.0.value: breaks the field's rules (notAChoice)",
    ]);
  });
});

it.each([
  [{ min: '0.001', max: '100' }, 'min: EUR has 2 decimals'],
  [{ min: '60', max: '50' }, 'min: must not be above max (50)'],
  [{ min: '0', max: '0' }, 'max: must be more than zero'],
  // The method's maximum is 500.
  [{ min: '501', max: '900' }, 'min: must not be above max (500)'],
])('rejects a network with the limits %j', (limits, problem) => {
  expect(check({ ...networks, values: [{ ...choice('trc20'), limits }] })).toEqual([
    `methods.0.fields.0.values.0.limits.${problem}`,
  ]);
});

describe('a Pix key', () => {
  it('consists of its type, the CPF and the key', () => {
    expect(check(pixType)).toEqual([
      'methods.0.fields.0: needs a "numberId"',
      'methods.0.fields.0: needs a "pixKey"',
    ]);
  });

  it.each([
    [{ ...pixType, values: pixType.values.slice(1) }],
    [{ ...pixType, type: 'text', values: undefined }],
  ])('has all its types', (field) => {
    const known = JSON.parse(JSON.stringify(field));
    expect(check(known, cpf, pixKey)).toEqual([
      'methods.0.fields.0: must be a dropdown of cpf, email, phone, random',
    ]);
  });

  it('is not prefilled before its type is chosen', () => {
    expect(check(pixType, cpf, { ...pixKey, value: 'me@example.org' })).toEqual([
      'methods.0.fields.0: hides "pixKey", which has a value',
    ]);
  });
});
