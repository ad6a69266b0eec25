import { buildOffers } from '@kassa/test-kit';
import { expect, test } from 'vitest';
import { describeChange, findChosen, rankOffers } from './resolve-offers.ts';

const { paymentMethodOffers: offers } = buildOffers();
const [first] = offers;
if (first === undefined) throw new Error('There is no offer.');
const worth = (...amounts: string[]) =>
  amounts.map((amount, index) => ({ ...first, amount, method: `p${index}` }));

test('what the player receives decides, exactly and not by its text', () => {
  const ranked = rankOffers(worth('9.99', '100', '99.999999999999999999', '99.99999999999999999'));
  expect(ranked.map(({ amount }) => amount)).toEqual([
    '100',
    '99.999999999999999999',
    '99.99999999999999999',
    '9.99',
  ]);
  expect(ranked.map(({ isBest }) => isBest)).toEqual([true, false, false, false]);
  expect(ranked.map(({ less }) => less?.amount ?? null)).toEqual([
    null,
    '0.000000000000000001',
    '0.00000000000000001',
    '90.01',
  ]);
});

test('equal offers keep their order, and only one is the best', () => {
  const ranked = rankOffers(worth('50', '50.00'));
  expect(ranked.map(({ method, isBest, less }) => [method, isBest, less])).toEqual([
    ['p0', true, null],
    ['p1', false, null],
  ]);
});

test('of a provider’s offers the best stays', () => {
  const twice = worth('40', '50').map((offer) => ({ ...offer, method: 'one' }));
  expect(rankOffers(twice).map(({ amount }) => amount)).toEqual(['50']);
});

test('the choice stays with its provider, and is the best where that has none', () => {
  const ranked = rankOffers(offers);
  expect(findChosen(ranked, null)?.method).toBe('banxa');
  expect(findChosen(ranked, 'moonpay')?.method).toBe('moonpay');
  expect(findChosen(ranked, 'gone')?.method).toBe('banxa');
  expect(findChosen([], 'moonpay')).toBeUndefined();
});

test.each([
  ['the same amount', [{ ...first, amount: `${first.amount}0` }], { kind: 'renewed' }],
  [
    'another amount',
    [{ ...first, amount: '1' }],
    { kind: 'changed', offer: { ...first, amount: '1' } },
  ],
  ['no offer of the provider', offers.slice(1), { kind: 'gone', title: 'MoonPay' }],
])('fresh offers with %s', (_, fresh, change) => {
  expect(describeChange(first, fresh)).toEqual(change);
});
