import { expect, test } from 'vitest';
import { coinBoxOnWireSchema, decodeCoinBox, encodeCoinBox } from './coin-box.ts';

const main = { type: 'main', currency: 'QSC', amount: '5' } as const;
const free = { type: 'free', currency: 'QGC', amount: '50000' } as const;
const onWire = { boxId: 'box-5', price: '4.99', priceCurrencyCode: 'USD' };
const box = { ...onWire, gcAmount: '50000', scAmount: '5' };

test.each([[[main, free]], [[free, main]]])(
  'the main amount is sweep coins, the free one gold coins (§3), in either order',
  (currenciesList) => {
    const parsed = coinBoxOnWireSchema.parse({ ...onWire, currenciesList });
    expect(decodeCoinBox(parsed)).toEqual(box);
  },
);

test('a package that is encoded and decoded is unchanged', () => {
  expect(decodeCoinBox(coinBoxOnWireSchema.parse(encodeCoinBox(box)))).toEqual(box);
});

test.each([
  ['no list', undefined],
  ['no amount at all', []],
  ['no gold coins', [main]],
  ['no sweep coins', [free]],
  ['gold coins twice', [main, free, free]],
  ['a main amount in gold coins', [{ ...main, currency: 'QGC' }, free]],
  ['an amount that is a number', [{ ...main, amount: 5 }, free]],
  ['an unknown kind of amount', [main, free, { ...free, type: 'bonus' }]],
])('rejects a package with %s', (_, currenciesList) => {
  expect(coinBoxOnWireSchema.safeParse({ ...onWire, currenciesList }).success).toBe(false);
});
