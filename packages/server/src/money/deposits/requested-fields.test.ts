import { expect, test } from 'vitest';
import { validateFieldsRequired } from './requested-fields.ts';

/** Validates the outcome of a provider that asks for one field. */
const ask = (field: object, hasPciScope = false) =>
  validateFieldsRequired(
    {
      kind: 'fieldsRequired',
      providerReference: 'pay_1',
      fields: [{ type: 'text', placeholder: { en: 'Tell us' }, ...field } as never],
    },
    { hasPciScope },
  );

test('fields that a form supports are accepted', () => {
  expect(ask({ name: 'smsCode' })).toMatchObject({ kind: 'fieldsRequired' });
  expect(ask({ name: 'sms code' })).toMatchObject({ error: 'malformed' });
  expect(ask({ name: 'code', validations: [{ regex: '(' }] })).toMatchObject({
    error: 'malformed',
  });
});

test.each([{ name: 'cvv' }, { name: 'code', alias: 'card.cvc' }])(
  "no provider may ask for a card's security code: %j",
  (field) => {
    expect(ask(field, true)).toMatchObject({ kind: 'error', error: 'malformed' });
  },
);

test.each([{ name: 'cardNumber' }, { name: 'details', category: 'card' }])(
  "only a connector with PCI scope may ask for a card's number: %j",
  (field) => {
    expect(ask(field)).toMatchObject({ kind: 'error', error: 'malformed' });
    expect(ask(field, true)).toMatchObject({ kind: 'fieldsRequired' });
  },
);

test('patterns that may run too long are left to the provider', () => {
  const validations = [{ regex: '^(\\w+\\s?)*$' }, { regex: '^\\d{6}$' }];
  expect(ask({ name: 'code', validations })).toMatchObject({
    fields: [{ name: 'code', validations: [{ regex: '^\\d{6}$' }] }],
  });
});
