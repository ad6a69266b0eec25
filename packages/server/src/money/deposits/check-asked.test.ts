import { expect, test } from 'vitest';
import { checkAsked } from './check-asked.ts';

/** What is made of a provider that asks for one field. */
const ask = (field: object, hasPciScope = false) =>
  checkAsked(
    {
      kind: 'fieldsRequired',
      providerReference: 'pay_1',
      fields: [{ type: 'text', placeholder: { en: 'Tell us' }, ...field } as never],
    },
    { hasPciScope },
  );

test('what a form can ask for is asked', () => {
  expect(ask({ name: 'smsCode' })).toMatchObject({ kind: 'fieldsRequired' });
  expect(ask({ name: 'sms code' })).toMatchObject({ error: 'malformed' });
  expect(ask({ name: 'code', validations: [{ regex: '(' }] })).toMatchObject({
    error: 'malformed',
  });
});

test.each([{ name: 'cvv' }, { name: 'code', alias: 'card.cvc' }])(
  "a card's security code is asked for by nobody: %j",
  (field) => {
    expect(ask(field, true)).toMatchObject({ kind: 'error', error: 'malformed' });
  },
);

test.each([{ name: 'cardNumber' }, { name: 'details', category: 'card' }])(
  "a card's number takes a connector with PCI scope: %j",
  (field) => {
    expect(ask(field)).toMatchObject({ kind: 'error', error: 'malformed' });
    expect(ask(field, true)).toMatchObject({ kind: 'fieldsRequired' });
  },
);

test('patterns that may run for ages are left to the provider', () => {
  const validations = [{ regex: '^(\\w+\\s?)*$' }, { regex: '^\\d{6}$' }];
  expect(ask({ name: 'code', validations })).toMatchObject({
    fields: [{ name: 'code', validations: [{ regex: '^\\d{6}$' }] }],
  });
});
