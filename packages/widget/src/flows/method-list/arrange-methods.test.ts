import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { arrangeMethods } from './arrange-methods.ts';

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

test('what the player used last stands first, in the place of a popular one', () => {
  const popular = ['a', 'b', 'c', 'd', 'e'].map((name, position) =>
    buildPaymentMethod({ name, position, isPopular: true }),
  );
  const names = (lastUsed: string | null, methods = [...popular, bank]) =>
    arrangeMethods(methods, [], lastUsed).map(({ methods }) => methods.map(({ name }) => name));
  expect(names(null)).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e', 'bank'],
  ]);
  expect(names('bank')).toEqual([
    ['bank', 'a', 'b', 'c'],
    ['d', 'e'],
  ]);
  expect(names('c')).toEqual([
    ['c', 'a', 'b', 'd'],
    ['e', 'bank'],
  ]);
  // One that isn't offered any more, or is closed for now.
  expect(names('gone')).toEqual(names(null));
  const closed = { ...bank, unavailable: { reason: 'bank' as const } };
  expect(names('bank', [...popular, closed])).toEqual(names(null));
});
