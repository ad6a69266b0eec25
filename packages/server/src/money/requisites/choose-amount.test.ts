import {
  addDecimals,
  compareDecimals,
  multiplyDecimals,
  negateDecimal,
  toCurrencyDecimals,
} from '@kassa/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chooseAmount, isTyped, resolveRange, stepsOf } from './choose-amount.ts';

const anyLimits = { least: '0', most: '1000000000' };

/** The first amounts that are given out one after another. */
function give(
  asked: string,
  currency: string,
  { limits = anyLimits, country = 'de', most = 50 } = {},
): string[] {
  const range = resolveRange(asked, limits);
  const live: string[] = [];
  while (live.length < most) {
    const amount = chooseAmount(asked, stepsOf(currency, country), range, { live, late: [] });
    if (amount === null) break;
    live.push(amount);
  }
  return live;
}

test.each([
  ['two decimals', '2.50', 'EUR', ['2.50', '2.49', '2.51', '2.48', '2.52']],
  ['two decimals', '1.50', 'UZS', ['1.50', '1.49', '1.51']],
  ['no decimals', '251', 'VND', ['251', '252', '249', '253', '250']],
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

describe('an amount that people type', () => {
  test.each([
    ['EUR', 'de', '700', true],
    ['EUR', 'de', '700.00', true],
    ['EUR', 'de', '701', true],
    ['EUR', 'de', '699.99', false],
    ['EUR', 'de', '700.50', false],
    ['KWD', 'kw', '5.000', true],
    ['KWD', 'kw', '5.001', false],
    ['JPY', 'jp', '150000', true],
    ['JPY', 'jp', '150001', false],
    // Banks that take no decimals.
    ['HUF', 'hu', '15000.00', true],
    ['HUF', 'hu', '15001.00', false],
    ['IDR', 'id', '150123', false],
    ['UZS', 'uz', '150005', false],
    ['UZS', 'uz', '150010', true],
  ])('in %s in %s: %s is one: %s', (currency, country, amount, expected) => {
    expect(isTyped(amount, stepsOf(currency, country))).toBe(expected);
  });

  test.each([
    ['700', 'EUR', 'de', ['699.99', '700.01', '699.98']],
    // No detour leads to one.
    ['700.01', 'EUR', 'de', ['700.01', '700.02', '699.99']],
    ['699.99', 'EUR', 'de', ['699.99', '699.98', '699.97']],
    ['150000', 'JPY', 'jp', ['149999', '150001', '149998']],
    ['15000.50', 'HUF', 'hu', ['14999.00', '15001.00', '14998.00']],
    ['5', 'KWD', 'kw', ['4.999', '5.001', '4.998']],
  ])('is given out to nobody who asks for %s %s in %s', (asked, currency, country, first) => {
    expect(give(asked, currency, { country, most: 3 })).toEqual(first);
  });

  test.each([
    ['50', 'JPY', 'jp', ['50']],
    ['1.00', 'EUR', 'de', ['0.99', '1.01', '1.00']],
    ['2000', 'UZS', 'uz', ['1999.00', '2001.00']],
  ])('is the last one of %s %s in %s', (asked, currency, country, amounts) => {
    const given = give(asked, currency, { country });
    const steps = stepsOf(currency, country);
    const firstTyped = given.findIndex((amount) => isTyped(amount, steps));
    expect(given.slice(0, 2)).toEqual(amounts.slice(0, 2));
    expect(given.slice(firstTyped).every((amount) => isTyped(amount, steps))).toBe(true);
  });

  test('comes after one that may be paid late', () => {
    const range = resolveRange('1.00', anyLimits);
    const choose = (live: string[], late: string[]) =>
      chooseAmount('1.00', stepsOf('EUR', 'de'), range, { live, late });
    expect(choose([], ['0.99', '1.01'])).toBe('0.99');
    expect(choose(['0.99'], ['0.99', '1.01'])).toBe('1.01');
    expect(choose(['0.99', '1.01'], ['0.99', '1.01'])).toBe('1.00');
    expect(choose(['0.99', '1.01'], ['0.99', '1.01', '1.00'])).toBe('1.00');
    expect(choose(['0.99', '1.01', '1.00'], [])).toBeNull();
  });
});

test('amounts stay within the limits', () => {
  expect(give('5.00', 'EUR', { limits: { least: '5', most: '1000' } })).toEqual([
    '5.01',
    '5.02',
    '5.03',
    '5.04',
    '5.05',
    '5.00',
  ]);
  expect(give('5.00', 'EUR', { limits: { least: '4.985', most: '5' } })).toEqual(['4.99', '5.00']);
  expect(give('5.00', 'EUR', { limits: { least: '5.02', most: '5.03' } })).toEqual([
    '5.02',
    '5.03',
  ]);
  expect(give('5.00', 'EUR', { limits: { least: '5.02', most: '5.01' } })).toEqual([]);
});

test('an amount is free, at most 1 % off, none that people type if there is another, and no such one is nearer', () => {
  const order = fc.record({
    place: fc.constantFrom(['EUR', 'de'], ['JPY', 'jp'], ['KWD', 'kw'], ['HUF', 'hu']),
    units: fc.integer({ min: 1, max: 3_000 }),
    offsets: fc.array(fc.integer({ min: -60, max: 60 }), { maxLength: 120 }),
  });
  fc.assert(
    fc.property(order, ({ place: [currency = '', country = ''], units, offsets }) => {
      const steps = stepsOf(currency, country);
      const times = (count: number) =>
        toCurrencyDecimals(multiplyDecimals(steps.unit, String(count)), currency);
      const asked = times(units);
      const live = offsets.map((offset) => times(Math.max(units + offset, 1)));
      const range = resolveRange(asked, anyLimits);
      const inRange = Array.from({ length: 2 * Math.floor(units / 100) + 1 }, (_, index) =>
        times(units - Math.floor(units / 100) + index),
      );
      const free = inRange.filter((amount) => !live.includes(amount));
      const odd = free.filter((amount) => !isTyped(amount, steps));
      const best = odd.length > 0 ? odd : free;
      const chosen = chooseAmount(asked, steps, range, { live, late: [] });
      if (free.length === 0) {
        expect(chosen).toBeNull();
        return;
      }
      expect(best).toContain(chosen);
      const distance = (amount: string) => {
        const difference = addDecimals(amount, negateDecimal(asked));
        return compareDecimals(difference, '0') < 0 ? negateDecimal(difference) : difference;
      };
      for (const other of best) {
        expect(compareDecimals(distance(chosen ?? ''), distance(other))).toBeLessThanOrEqual(0);
      }
    }),
  );
});
