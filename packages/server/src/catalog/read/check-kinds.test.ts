import { cardViewTypes } from '@kassa/contract';
import { describe, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { checkKind, listChoiceIcons } from './check-kinds.ts';

const choice = (value: string) => ({ value, text: { en: value } });
const cardType = {
  name: 'cardType',
  type: 'dropdown' as const,
  values: [choice('visa'), choice('mastercard')],
};
const holder = { name: 'holder', type: 'text' as const };

function check(part: Partial<CatalogMethod>): string[] {
  const placed = { entry: buildMethod('card', part), file: 'methods/de.json', path: 'methods.0' };
  return checkKind(placed).map(({ path, message }) => `${path}: ${message}`);
}

it('a wallet-only method has no fields', () => {
  const cardViewType = cardViewTypes.cardWalletOnly;
  expect(check({ cardViewType })).toEqual([]);
  expect(check({ cardViewType, fields: [holder] })).toEqual([
    'methods.0.fields: a wallet-only method (cardViewType 2) must not have fields',
  ]);
});

it('an on-ramp has no fee besides its sellers’', () => {
  const { onramp, card } = cardViewTypes;
  const fee = { percent: '1.5' };
  expect(check({ cardViewType: card, fee })).toEqual([]);
  expect(check({ cardViewType: onramp })).toEqual([]);
  expect(check({ cardViewType: onramp, fee })).toEqual([
    'methods.0.fee: the sellers of an on-ramp (cardViewType 13) take their own fees',
  ]);
});

describe('several card types', () => {
  const cardViewType = cardViewTypes.cardMultipleType;
  const problem =
    'methods.0.fields: several card types (cardViewType 4) need a required dropdown "cardType"';

  it('need a choice', () => {
    expect(check({ cardViewType, fields: [holder, cardType] })).toEqual([]);
  });

  it.each<[string, CatalogMethod['fields']]>([
    ['without a field', undefined],
    ['by a text', [{ name: 'cardType', type: 'text' }]],
    ['where the player likes', [{ ...cardType, isOptional: true }]],
    ['by another name', [{ ...cardType, name: 'kind' }]],
  ])('have no choice %s', (_how, fields) => {
    expect(check({ cardViewType, fields })).toEqual([problem]);
  });

  it('name their logos', () => {
    expect(listChoiceIcons({ fields: [holder, cardType] })).toEqual([
      { iconId: 'visa', path: 'fields.1.values.0.value' },
      { iconId: 'mastercard', path: 'fields.1.values.1.value' },
    ]);
    expect(listChoiceIcons({ fields: [{ ...cardType, name: 'bank' }] })).toEqual([]);
  });

  it('and other choices may have logos', () => {
    const values = [
      { value: '044', text: { en: 'Acme Bank' }, iconId: 'acme' },
      { value: '050', text: { en: 'Other Bank' } },
    ];
    expect(listChoiceIcons({ fields: [{ name: 'bank', type: 'dropdown', values }] })).toEqual([
      { iconId: 'acme', path: 'fields.0.values.0.iconId' },
    ]);
  });
});

it('one-click payment requires that no field is left to fill in', () => {
  const amount = { name: 'amount', type: 'amount' as const };
  const oneClick = true;
  expect(check({ oneClick })).toEqual([]);
  expect(check({ oneClick, fields: [amount, { ...holder, isOptional: true }] })).toEqual([]);
  expect(check({ oneClick, fields: [amount, holder] })).toEqual([
    'methods.0.fields.1: "holder" is required, which one-click payment (oneClick) doesn\'t allow',
  ]);
});

it('a crypto deposit takes its time from its network (§9), a withdrawal does not', () => {
  const category = 'crypto';
  expect(check({ category, network: 'Bitcoin' })).toEqual([]);
  expect(check({ category, usualMinutes: 30, transaction: 'withdrawal' })).toEqual([]);
  expect(check({ category, usualMinutes: 30 })).toEqual([
    'methods.0.usualMinutes: comes from the network of a coin (§9)',
  ]);
});
