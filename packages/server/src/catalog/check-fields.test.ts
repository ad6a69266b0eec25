import { expect, test } from 'vitest';
import { buildMethod } from '../testing/build-method.ts';
import { checkFields } from './check-fields.ts';

const check = (name: string, { type = 'text', hasPciScope = false } = {}) => {
  const entry = buildMethod('card_in', {
    fields: [
      { name: 'holder', type: 'text' },
      { name, type },
    ],
  });
  return checkFields({ entry, file: 'methods/in.json', path: 'methods.0' }, () => hasPciScope);
};

test.each(['card', 'cardNumber', 'card_number', 'creditCardNo', 'bank_card', 'PAN', 'cc_num'])(
  'a field "%s" takes a connector with PCI scope',
  (name) => {
    expect(check(name, { hasPciScope: true })).toEqual([]);
    expect(check(name)).toEqual([
      {
        file: 'methods/in.json',
        path: 'methods.0.fields.1',
        message: `"${name}" asks for a card's number, and the connector "sandbox" has no PCI scope`,
      },
    ]);
  },
);

test.each(['cvv', 'CVC2', 'card_cvc', 'securityCode', 'card_verification_value'])(
  'a field "%s" is refused always',
  (name) => {
    expect(check(name, { hasPciScope: true })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('security code') }),
    ]);
  },
);

test('the type gives a field away as its name does', () => {
  expect(check('details', { type: 'card_number' })).toHaveLength(1);
});

test.each([
  'iban',
  'cardHolder',
  'card_type',
  'company',
  'phone',
  'account_number',
  'discard_reason',
])('a field "%s" is none of these', (name) => {
  expect(check(name)).toEqual([]);
});
