import { expect, test } from 'vitest';
import type { FieldDefinition } from './entities/field.ts';
import { holdsRule, isFieldAsked, validateField } from './field-rules.ts';
import { holdsLuhn } from './luhn.ts';

const text: FieldDefinition = {
  name: 'holder',
  type: 'text',
  validations: [{ regex: '^\\p{L}+$' }],
};
const phone: FieldDefinition = {
  name: 'phone',
  type: 'phone_with_prefix',
  prefix: '+880',
  validations: [{ regex: '^1\\d{9}$' }],
};
const bank: FieldDefinition = {
  name: 'bank',
  type: 'dropdown',
  values: [{ value: 'a', text: { en: 'A' } }],
};
const birth: FieldDefinition = { name: 'birth', type: 'text', mask: 'Date' };
const card: FieldDefinition = { name: 'card', type: 'text', category: 'card' };
const taxed: FieldDefinition = {
  name: 'numberId',
  type: 'text',
  taxId: 'cpf',
  validations: [{ regex: '^\\d{11}$' }],
};

test.each<[FieldDefinition, string, string | null]>([
  [text, '', 'missing'],
  [text, '   ', 'missing'],
  [{ ...text, isOptional: true }, ' ', null],
  // Letters of every script (unicode flag)
  [text, 'Рахим', null],
  [text, 'R4', 'rule'],
  [text, 'a'.repeat(129), 'tooLong'],
  [phone, '+8801812345678', null],
  // The rule applies to the number without its prefix (§5).
  [phone, '+8802812345678', 'rule'],
  [phone, '01812345678', 'notAPhone'],
  [phone, '+8811812345678', 'notAPhone'],
  [phone, '+880', 'notAPhone'],
  [phone, '+8801812345678901', 'notAPhone'],
  [bank, 'a', null],
  [bank, 'A', 'notAChoice'],
  [bank, '__proto__', 'notAChoice'],
  [birth, '31.12.1990', null],
  [birth, '29.02.2024', null],
  [birth, '29.02.2023', 'notADate'],
  [birth, '31.04.2020', 'notADate'],
  [birth, '99.99.9999', 'notADate'],
  [birth, '31.12.1899', 'notADate'],
  [birth, '31.12.99', 'notADate'],
  [birth, '31.12.', 'notADate'],
  [birth, '', 'missing'],
  [{ ...birth, isOptional: true }, '', null],
  [{ ...birth, validations: [{ regex: '^\\d{2}\\.' }] }, '1990', 'rule'],
  [{ ...birth, mask: '00-00-00' }, '123456', null],
  [card, '4111111111111112', 'checkDigit'],
  [card, '4111111111111111', null],
  [card, '4111x11111111111\uff11', 'checkDigit'],
  [card, 'x4111111111111111', 'checkDigit'],
  [taxed, '52998224725', null],
  [taxed, '52998224726', 'checkDigit'],
  [taxed, '11111111111', 'checkDigit'],
  [taxed, '5299822472', 'rule'],
  [{ ...taxed, isOptional: true }, '', null],
  [{ ...taxed, type: 'text_uppercase', taxId: 'cnpj', validations: [] }, '12ABC34501DE35', null],
  // An amount is validated elsewhere.
  [{ name: 'amount', type: 'amount' }, '', null],
])('validates %j with "%s": %s', (definition, value, problem) => {
  expect(validateField(definition, value, { checkLuhn: true })?.kind ?? null).toBe(problem);
});

test('validates a card’s check digit only if the method asks for it', () => {
  expect(validateField(card, '4111111111111112')).toBeNull();
});

test.each([
  ['79927398713', true],
  ['7992 7398 713', true],
  ['79927398710', false],
  ['0', false],
  ['', false],
])('the check digit of %s is valid: %s', (number, holds) => {
  expect(holdsLuhn(number)).toBe(holds);
});

test('leaves a pattern that this browser can’t compile to the server', () => {
  expect(holdsRule({ regex: '(' }, 'x')).toBe(true);
});

const pix: FieldDefinition[] = [
  { name: 'pixKeyType', type: 'dropdown', values: [{ value: 'cpf', text: { en: 'CPF' } }] },
  { name: 'numberId', type: 'text' },
  { name: 'pixKey', type: 'text' },
];

test.each([
  ['pixKey', {}, false],
  ['pixKey', { pixKeyType: 'cpf' }, false],
  ['pixKey', { pixKeyType: 'email' }, true],
  ['numberId', { pixKeyType: 'cpf' }, true],
  ['numberId', { pixKeyType: 'email' }, true],
])('a Pix form shows %s with %j: %s (§4)', (name, values, isAsked) => {
  expect(isFieldAsked(pix, { name }, values)).toBe(isAsked);
});

test('a form without key types shows the Pix key', () => {
  expect(isFieldAsked([{ name: 'pixKey', type: 'text' }], { name: 'pixKey' }, {})).toBe(true);
});
