import type { FieldDefinition } from '@kassa/contract';
import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import type { Text } from '../../i18n/text.ts';
import { resolveMethodSearch } from './method-search.ts';

const titles: Record<string, string> = {
  'group.cards': 'Карты',
  'group.eMoney': 'Кошельки',
  'group.crypto': 'Криптовалюта',
};
const text: Text = Object.assign((key: string) => titles[key] ?? key, {
  has: (key: string) => Object.hasOwn(titles, key),
});

const bank: FieldDefinition = {
  name: 'bank',
  type: 'dropdown',
  values: [{ value: 'hdfc', text: { en: 'HDFC Bank' } }],
};
const methods = [
  buildPaymentMethod({ name: 'card_in', text: { en: 'Bank card', ru: 'Банковская карта' } }),
  buildPaymentMethod({ name: 'bkash_p2p', category: 'eMoney', text: { en: 'bKash' }, position: 3 }),
  buildPaymentMethod({
    name: 'usdt',
    category: 'crypto',
    text: { en: 'Tether' },
    network: 'TRC-20',
    position: 2,
  }),
  buildPaymentMethod({
    name: 'net',
    category: 'bankTransfer',
    text: { en: 'Net banking' },
    fields: [bank],
    position: 1,
  }),
];
const dana = buildPaymentGroup({
  name: 'danaIndonesia',
  label: 'group.danaIndonesia',
  paymentMethods: ['bkash_p2p'],
});
const groups = [dana];
const search = { methods, groups, text, locale: 'ru' };

test.each<[string, string[]]>([
  ['карта', ['card_in']],
  ['card', ['card_in']],
  ['kard', ['card_in']],
  ['bikash', ['bkash_p2p']],
  ['p2p', ['bkash_p2p']],
  ['кошельки', ['bkash_p2p']],
  ['dana', ['bkash_p2p']],
  ['hdfc', ['net']],
  ['bank transfer', ['net']],
  ['trc', ['usdt']],
  ['криптовалюта', ['usdt']],
  ['', ['net', 'usdt', 'bkash_p2p', 'card_in']],
])('%j finds %j', (typed, names) => {
  expect(resolveMethodSearch(search)(typed).map(({ name }) => name)).toEqual(names);
});

test('the index of a catalogue is built once', () => {
  expect(resolveMethodSearch({ ...search })).toBe(resolveMethodSearch(search));
  expect(resolveMethodSearch({ ...search, methods: [...methods] })).not.toBe(
    resolveMethodSearch(search),
  );
});
