import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { arrangeMethods, searchMethods } from './arrange-methods.ts';

const upi = buildPaymentMethod({ name: 'upi', text: { en: 'UPI' }, position: 30, isPopular: true });
const card = buildPaymentMethod({ name: 'card', text: { en: 'Card', ru: 'Карта' }, position: 20 });
const gift = buildPaymentMethod({ name: 'gift', text: { en: 'Gift card' }, position: 10 });
const cash = buildPaymentMethod({ name: 'cash', text: { en: 'Cash' }, position: 40 });
const bank = buildPaymentMethod({ name: 'bank', text: { en: 'Bank' }, position: 50 });
const all = [bank, cash, upi, card, gift];

test('popular methods come first, groups by position, then the rest; each once', () => {
  const groups = [
    buildPaymentGroup({ name: 'late', paymentMethods: ['cash', 'bank', 'upi'], position: 20 }),
    buildPaymentGroup({ name: 'early', paymentMethods: ['gift'], position: 10 }),
  ];
  const sections = arrangeMethods(all, groups).map(({ kind, methods }) => [
    kind,
    methods.map(({ name }) => name),
  ]);
  expect(sections).toEqual([
    ['recommended', ['upi']],
    ['group', ['cash', 'bank']],
    ['other', ['gift', 'card']],
  ]);
});

test('what can’t be chosen is not recommended', () => {
  const closed = { ...upi, unavailable: { reason: 'planned' as const } };
  expect(arrangeMethods([closed, card], [])).toEqual([{ kind: 'other', methods: [card, closed] }]);
});

test('a search finds names that begin with it before names that hold it', () => {
  const names = (search: string, locale = 'en') =>
    searchMethods(all, search, locale).map(({ name }) => name);
  expect(names('ca')).toEqual(['card', 'cash', 'gift']);
  expect(names('карта', 'ru')).toEqual(['card']);
  expect(names('card', 'ru')).toEqual(['card', 'gift']);
  expect(names('nothing')).toEqual([]);
});
