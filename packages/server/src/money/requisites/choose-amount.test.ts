import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  negateDecimal,
  smallestAmount,
  toCurrencyDecimals,
} from '@kassa/contract';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseAmount, resolveRange } from './choose-amount.ts';

const anyLimits = { least: '0', most: '1000000000' };

/** The amounts that are given out one after another. */
function give(asked: string, currency: string, limits = anyLimits, most = 1000): string[] {
  const range = resolveRange(asked, limits);
  const taken: string[] = [];
  while (taken.length < most) {
    const amount = chooseAmount(asked, currency, range, taken);
    if (amount === null) break;
    taken.push(amount);
  }
  return taken;
}

test.each([
  ['two decimals', '1.00', 'EUR', ['1.00', '0.99', '1.01']],
  ['two decimals', '2.50', 'EUR', ['2.50', '2.49', '2.51', '2.48', '2.52']],
  ['two decimals', '1.50', 'UZS', ['1.50', '1.49', '1.51']],
  ['no decimals', '250', 'VND', ['250', '249', '251', '248', '252']],
  ['no decimals', '199', 'JPY', ['199', '198', '200']],
  ['three decimals', '0.250', 'KWD', ['0.250', '0.249', '0.251', '0.248', '0.252']],
  ['less than the smallest amount', '0.50', 'EUR', ['0.50']],
  ['less than the smallest amount', '99', 'JPY', ['99']],
])(
  'with %s, %s %s gives the nearest first, and less before more',
  (_, asked, currency, amounts) => {
    expect(give(asked, currency)).toEqual(amounts);
  },
);

test('amounts stay within the limits', () => {
  expect(give('5.00', 'EUR', { least: '5', most: '1000' })).toEqual([
    '5.00',
    '5.01',
    '5.02',
    '5.03',
    '5.04',
    '5.05',
  ]);
  expect(give('5.00', 'EUR', { least: '4.985', most: '5' })).toEqual(['5.00', '4.99']);
  expect(give('5.00', 'EUR', { least: '5.02', most: '5.03' })).toEqual(['5.02', '5.03']);
  expect(give('5.00', 'EUR', { least: '5.02', most: '5.01' })).toEqual([]);
});

test('an amount is free, at most 1 % off, and no free one is nearer', () => {
  const currency = fc.constantFrom('EUR', 'JPY', 'KWD');
  const order = fc.record({
    currency,
    units: fc.integer({ min: 1, max: 3_000 }),
    offsets: fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 120 }),
  });
  fc.assert(
    fc.property(order, ({ currency, units, offsets }) => {
      const unit = smallestAmount(currency);
      const times = (count: number) =>
        toCurrencyDecimals(multiplyDecimals(unit, String(count)), currency);
      const asked = times(units);
      const taken = offsets.map((offset) => times(Math.max(units + offset, 1)));
      const range = resolveRange(asked, anyLimits);
      const inRange = Array.from({ length: 2 * Math.floor(units / 100) + 1 }, (_, index) =>
        times(units - Math.floor(units / 100) + index),
      );
      const free = inRange.filter((amount) => !taken.includes(amount));
      const chosen = chooseAmount(asked, currency, range, taken);
      if (free.length === 0) {
        expect(chosen).toBeNull();
        return;
      }
      expect(free).toContain(chosen);
      const distance = (amount: string) => {
        const difference = addDecimals(amount, negateDecimal(asked));
        return compareDecimals(difference, '0') < 0 ? negateDecimal(difference) : difference;
      };
      for (const other of free) {
        expect(compareDecimals(distance(chosen ?? ''), distance(other))).toBeLessThanOrEqual(0);
      }
    }),
  );
});
