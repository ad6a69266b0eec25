import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogField } from '../catalog-schema.ts';
import { checkCardData } from './check-card-data.ts';

const check = (
  name: string,
  { hasPciScope = false, ...part }: { hasPciScope?: boolean } & Partial<CatalogField> = {},
) => {
  const fields = [
    { name: 'holder', type: 'text' },
    { name, type: 'text', ...part },
  ] as CatalogField[];
  const entry = buildMethod('card_in', { fields });
  return checkCardData({ entry, file: 'methods/in.json', path: 'methods.0' }, () => hasPciScope);
};

test.each(['card', 'cardNumber', 'card_number', 'creditCardNo', 'bank_card', 'PAN', 'cc_num'])(
  'a field "%s" requires a connector with PCI scope',
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
  'a field "%s" is always rejected',
  (name) => {
    expect(check(name, { hasPciScope: true })).toEqual([
      expect.objectContaining({ message: expect.stringContaining('security code') }),
    ]);
  },
);

test("card data is detected by the provider's name and by the category, too", () => {
  expect(check('details', { alias: 'card.number' })).toHaveLength(1);
  expect(check('details', { alias: 'cvv', hasPciScope: true })).toHaveLength(1);
  expect(check('details', { category: 'card' })).toHaveLength(1);
  expect(check('details', { category: 'card', hasPciScope: true })).toEqual([]);
});

test.each(['^\\d{6}$', '^\\d{8}$', '^\\d{6,8}$'])(
  'a field with the rule %s may show the issuer of a card without PCI scope',
  (regex) => {
    const validations = [{ regex }];
    expect(check('cardStart', { type: 'text', showsCardIssuer: true, validations })).toEqual([]);
  },
);

test.each([[[]], [[{ regex: '^\\d{6,19}$' }]], [[{ regex: '\\d{6,8}' }]]])(
  'a field that shows the issuer of a card requires PCI scope with the rules %j',
  (validations) => {
    const number = { type: 'text' as const, showsCardIssuer: true, validations };
    expect(check('details', number)).toEqual([
      expect.objectContaining({ message: expect.stringContaining("asks for a card's number") }),
    ]);
    expect(check('details', { ...number, hasPciScope: true })).toEqual([]);
  },
);

test.each([
  'iban',
  'cardHolder',
  'card_type',
  'company',
  'phone',
  'account_number',
  'discard_reason',
])('a field "%s" is not card data', (name) => {
  expect(check(name)).toEqual([]);
});
