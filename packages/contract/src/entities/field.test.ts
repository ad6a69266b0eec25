import { expect, test } from 'vitest';
import { fieldDefinitionSchema } from './field.ts';
import { fieldValuesSchema } from './field-values.ts';

const define = (part: object) =>
  fieldDefinitionSchema.safeParse({ type: 'text', name: 'iban', ...part }).success;

test.each(['constructor', 'toString', '__proto__'])('rejects the field name "%s"', (name) => {
  expect(define({ name })).toBe(false);
  expect(define({ alias: name })).toBe(false);
  const values = JSON.parse(`{"${name}": "x"}`);
  expect(Object.keys(fieldValuesSchema.safeParse(values).data ?? {})).toEqual([]);
});

test.each(['iban', 'smsCode', 'first_name', '2fa-code'])('accepts the field name "%s"', (name) => {
  expect(define({ name, alias: `account.${name}` })).toBe(true);
  expect(fieldValuesSchema.parse({ [name]: 'x' })).toEqual({ [name]: 'x' });
});
