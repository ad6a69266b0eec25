import type { FieldDefinition } from '@kassa/contract';
import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import type { Text } from '../../i18n/text.ts';
import { resolveMethodSearch, searchMethods } from './method-search.ts';

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
  buildPaymentMethod({
    name: 'card_in',
    text: { en: 'Bank card', ru: 'Банковская карта' },
    aliases: ['Credit card', 'Виза', 'मास्टरकार्ड', 'مدى'],
    iconIds: ['visa', 'american-express'],
  }),
  buildPaymentMethod({
    name: 'bkash_p2p',
    category: 'eMoney',
    text: { en: 'bKash' },
    iconIds: ['bkash'],
    position: 3,
  }),
  buildPaymentMethod({
    name: 'usdt',
    category: 'crypto',
    text: { en: 'Tether' },
    network: 'TRC-20',
    iconIds: ['tether'],
    position: 2,
  }),
  buildPaymentMethod({
    name: 'net',
    category: 'bankTransfer',
    text: { en: 'Net banking' },
    fields: [bank],
    iconIds: ['net'],
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
  // Aliases and logos.
  ['visa', ['card_in']],
  ['VISA card', ['card_in']],
  ['виза', ['card_in']],
  ['credit card', ['card_in']],
  ['american express', ['card_in']],
  ['मास्टर', ['card_in']],
  ['مدي', ['card_in']],
  ['', ['net', 'usdt', 'bkash_p2p', 'card_in']],
])('%j finds %j', (typed, names) => {
  expect(
    resolveMethodSearch(search)
      .find(typed)
      .map(({ name }) => name),
  ).toEqual(names);
});

test('the index of a catalogue is built once', () => {
  expect(resolveMethodSearch({ ...search })).toBe(resolveMethodSearch(search));
  expect(resolveMethodSearch({ ...search, methods: [...methods] })).not.toBe(
    resolveMethodSearch(search),
  );
});

test('a search that finds nothing suggests the nearest, then the popular ones by position', () => {
  const popular = methods.map((method) => ({ ...method, isPopular: method.name !== 'net' }));
  const suggest = (typed: string, from: typeof methods = popular) => {
    const { found, nearest, popular } = searchMethods({ ...search, methods: from }, typed);
    return [found, nearest, popular].map((list) => list.map(({ name }) => name));
  };
  expect(suggest('visa')).toEqual([['card_in'], [], []]);
  expect(suggest('bkxyh')).toEqual([[], ['bkash_p2p'], ['usdt', 'card_in']]);
  expect(suggest('zzz')).toEqual([[], [], ['usdt', 'bkash_p2p', 'card_in']]);
  // Without popular ones the first by position; none in maintenance.
  const closed = methods.map((method) =>
    method.name === 'usdt' ? { ...method, unavailable: { reason: 'bank' as const } } : method,
  );
  expect(suggest('zzz', closed)).toEqual([[], [], ['net', 'bkash_p2p', 'card_in']]);
});
