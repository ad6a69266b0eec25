import type { PaymentMethod } from '@kassa/contract';
import { buildPaymentGroup, buildPaymentMethod } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { arrangeMethods, type MethodSection, methodsOfGroup } from './arrange-methods.ts';

const upi = buildPaymentMethod({ name: 'upi', text: { en: 'UPI' }, position: 30, isPopular: true });
const card = buildPaymentMethod({ name: 'card', text: { en: 'Card', ru: 'Карта' }, position: 20 });
const gift = buildPaymentMethod({ name: 'gift', text: { en: 'Gift card' }, position: 10 });
const cash = buildPaymentMethod({ name: 'cash', text: { en: 'Cash' }, position: 40 });
const bank = buildPaymentMethod({ name: 'bank', text: { en: 'Bank' }, position: 50 });
const all = [bank, cash, upi, card, gift];

/** Returns the names of a section's tiles; a folded group as its name and its methods. */
function namesIn(section: MethodSection): unknown[] {
  if (section.kind !== 'folded') return section.methods.map(({ name }) => name);
  return section.groups.map(({ group, methods }) => [group.name, methods.map(({ name }) => name)]);
}

test('popular methods come first, groups by position, then the rest; each once', () => {
  const groups = [
    buildPaymentGroup({ name: 'late', paymentMethods: ['cash', 'bank', 'upi'], position: 20 }),
    buildPaymentGroup({ name: 'early', paymentMethods: ['gift'], position: 10 }),
  ];
  const sections = arrangeMethods(all, groups).map((section) => [section.kind, namesIn(section)]);
  expect(sections).toEqual([
    ['recommended', ['upi']],
    ['group', ['cash', 'bank']],
    ['other', ['gift', 'card']],
  ]);
});

test('a group at the end of the catalogue stands apart after all others, with all its tiles', () => {
  const samples = ['t1', 't2', 't3', 't4', 't5', 't6'];
  const tests = samples.map((name) => buildPaymentMethod({ name, position: 5 }));
  const group = buildPaymentGroup({ name: 'tests', paymentMethods: samples, position: 900 });
  expect(arrangeMethods([...tests, cash, upi], [group]).map(namesIn)).toEqual([
    ['upi'],
    ['cash'],
    samples,
  ]);
  // A single one too: its heading says what it is.
  const [only = cash] = tests;
  expect(arrangeMethods([only, cash], [group]).at(-1)).toMatchObject({ kind: 'group', group });
});

test('a method in maintenance isn’t recommended', () => {
  const closed = { ...upi, unavailable: { reason: 'planned' as const } };
  expect(arrangeMethods([closed, card], [])).toEqual([{ kind: 'other', methods: [card, closed] }]);
});

test('the method that is asked for comes first, in the place of a popular one', () => {
  const popular = ['a', 'b', 'c', 'd', 'e'].map((name, position) =>
    buildPaymentMethod({ name, position, isPopular: true }),
  );
  const names = (first: string | null, methods = [...popular, bank]) =>
    arrangeMethods(methods, [], { first }).map(namesIn);
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
  // A method that isn't offered any more, or is in maintenance.
  expect(names('gone')).toEqual(names(null));
  const closed = { ...bank, unavailable: { reason: 'bank' as const } };
  expect(names('bank', [...popular, closed])).toEqual(names(null));
});

const wallets = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7'].map((name, position) =>
  buildPaymentMethod({ name, position, isPopular: position === 0 }),
);
const folding = buildPaymentGroup({
  name: 'eMoney',
  paymentMethods: [...wallets.map(({ name }) => name), 'not-offered-here'],
});

test('a large group is one tile with all of its list, whatever comes first besides', () => {
  const folded = ['eMoney', wallets.map(({ name }) => name)];
  const sections = (first: string | null) =>
    arrangeMethods([...wallets, bank], [folding], { first }).map(namesIn);
  expect(sections(null)).toEqual([['w1'], [folded], ['bank']]);
  // The same where one of them is to be first.
  expect(sections('w5')).toEqual([['w5', 'w1'], [folded], ['bank']]);
});

test('up to six methods stand under their group’s title, a single one among the others', () => {
  const sections = (count: number, first: string | null = null) => {
    const offered = wallets.slice(0, count);
    const group = buildPaymentGroup({ paymentMethods: offered.map(({ name }) => name) });
    return arrangeMethods([...offered, card], [group], { first }).map(namesIn);
  };
  expect(sections(6)).toEqual([['w1'], ['w2', 'w3', 'w4', 'w5', 'w6'], ['card']]);
  expect(sections(3, 'w3')).toEqual([
    ['w3', 'w1'],
    ['w2', 'card'],
  ]);
  expect(sections(1)).toEqual([['w1'], ['card']]);
});

test('methods in maintenance stand last in their section', () => {
  const closed = (method: PaymentMethod) => ({
    ...method,
    unavailable: { reason: 'bank' as const },
  });
  const [w1 = cash, w2 = cash, w3 = cash, w4 = cash] = wallets;
  const group = buildPaymentGroup({ paymentMethods: ['w2', 'w3', 'w4'] });
  const methods = [closed(w2), w3, closed(w4), closed(gift), card, closed(cash), bank, w1];
  expect(arrangeMethods(methods, [group]).map(namesIn)).toEqual([
    ['w1'],
    ['w3', 'w2', 'w4'],
    ['card', 'bank', 'gift', 'cash'],
  ]);
  expect(methodsOfGroup(methods, group).map(({ name }) => name)).toEqual(['w3', 'w2', 'w4']);
  // One that joins the others from a small group, too.
  const single = buildPaymentGroup({ paymentMethods: ['gift'] });
  expect(arrangeMethods([closed(gift), card], [single]).map(namesIn)).toEqual([['card', 'gift']]);
});
