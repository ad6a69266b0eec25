import { expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { checkWithdrawal } from './check-withdrawal.ts';

type Part = Parameters<typeof buildMethod>[1];

const account = {
  name: 'account',
  type: 'text' as const,
  placeholder_key: 'field.accountNumber',
  category: 'number' as const,
};
const toCard: Part = { transaction: 'withdrawal', paysToInstrument: true, paysBack: ['card'] };

it.each<[string, Part, string[]]>([
  ['a deposit method', { fee: { fixed: { EUR: '9' } } }, []],
  [
    'a deposit method with the attributes of a withdrawal',
    { paysBack: ['card'], paysToInstrument: true, hasNameEnquiry: true },
    ['paysBack', 'paysToInstrument', 'hasNameEnquiry'].map(
      (name) => `methods.0.${name}: is for withdrawal methods only`,
    ),
  ],
  ['a withdrawal to an account', { transaction: 'withdrawal', fields: [account] }, []],
  ['a withdrawal to a card', toCard, []],
  [
    'a withdrawal to a card of no deposit',
    { ...toCard, paysBack: undefined },
    ['methods.0.paysBack: is missing: paysToInstrument pays to their cards'],
  ],
  [
    'a withdrawal to a card and an account',
    { ...toCard, fields: [account] },
    [
      'methods.0.fields.0: "account" asks for a destination, which paysToInstrument takes from a deposit',
    ],
  ],
  [
    'a withdrawal to a card with the kind of card',
    {
      ...toCard,
      fields: [
        {
          name: 'kind',
          type: 'dropdown',
          placeholder_key: 'a',
          values: [{ value: 'a', text: {} }],
        },
      ],
    },
    [],
  ],
  ['a name enquiry', { transaction: 'withdrawal', hasNameEnquiry: true, fields: [account] }, []],
  [
    'a name enquiry without an account',
    { transaction: 'withdrawal', hasNameEnquiry: true },
    ['methods.0.hasNameEnquiry: needs a field with the account to ask for'],
  ],
  ['a fee', { transaction: 'withdrawal', fee: { fixed: { EUR: '4.99' } } }, []],
  [
    'a fee of the whole least amount',
    { transaction: 'withdrawal', fee: { fixed: { EUR: '5' } } },
    ['methods.0.fee: leaves nothing of the least amount in EUR'],
  ],
])('checks %s', (_, part, problems) => {
  const placed = { entry: buildMethod('card', part), file: 'methods/a.json', path: 'methods.0' };
  expect(checkWithdrawal(placed).map(({ path, message }) => `${path}: ${message}`)).toEqual(
    problems,
  );
});
