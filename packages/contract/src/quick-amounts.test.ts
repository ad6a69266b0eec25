import { expect, test } from 'vitest';
import { validateAmount } from './amount.ts';
import { chooseDemoAmount, chooseQuickAmounts, presetAmounts } from './quick-amounts.ts';

const range = (min: string, max: string) => ({ min, max });
const inEuros = (min: string, max: string) =>
  chooseQuickAmounts({}, { currency: 'EUR', country: 'de', limits: range(min, max) });

test.each([
  // All 18 in groups of 3 4 3 4 4: the first of the first group, the last of each other.
  ['1', '1000000', '5 150 1000 15000 250000'],
  // Limits are inclusive.
  ['5', '250000', '5 150 1000 15000 250000'],
  ['10', '5000', '10 75 150 500 5000'],
  // Six in groups of 1 1 1 1 2; groups of two would give only three amounts.
  ['100', '3000', '100 150 250 500 3000'],
  // Five presets give five groups of one; fewer presets are all offered.
  ['100', '1000', '100 150 250 500 1000'],
  ['200', '1000', '250 500 1000'],
  // As text, 1000 would come before 250.
  ['250', '1000', '250 500 1000'],
  ['11', '24', ''],
  // Nothing left; unknown limits
  ['10', '5', ''],
  ['0', '0', ''],
])('from %s to %s the presets are %j', (min, max, amounts) => {
  expect(inEuros(min, max).join(' ')).toBe(amounts);
});

test('are five if at least five are valid, each valid, none twice', () => {
  for (const [index, min] of presetAmounts.entries()) {
    for (const max of presetAmounts.slice(index)) {
      const chosen = inEuros(min, max);
      const fitting = presetAmounts.filter(
        (amount) => validateAmount(amount, 'EUR', range(min, max)) === null,
      );
      expect(chosen).toHaveLength(Math.min(fitting.length, 5));
      expect(new Set(chosen).size).toBe(chosen.length);
      expect(chosen[0]).toBe(fitting[0]);
      expect(chosen.at(-1)).toBe(fitting.at(-1));
      expect(fitting).toEqual(expect.arrayContaining(chosen));
    }
  }
});

test('the player’s last amount comes first, once, where it can be paid', () => {
  const offer = (lastAmount: string) =>
    chooseQuickAmounts(
      { recommendedAmounts: ['20', '50', '100'] },
      { currency: 'EUR', country: 'de', limits: range('10', '5000'), lastAmount },
    ).join(' ');
  expect(offer('70')).toBe('70 20 50 100');
  expect(offer('50.00')).toBe('50.00 20 100');
  expect(offer('9')).toBe('20 50 100');
});

const own = { recommendedAmounts: ['2000', '300', '500', '700', '900', '1100', '1'] };

test.each([
  ['replace the presets, in the method’s order', own, 'EUR', 'de', '2000 300 500 700 900'],
  ['replace the Russian amounts too', own, 'RUB', 'ru', '2000 300 500 700 900'],
  ['may be none', { recommendedAmounts: [] }, 'EUR', 'de', ''],
])('a method’s own %s', (_, method, currency, country, amounts) => {
  const limits = range('10', '5000');
  expect(chooseQuickAmounts(method, { currency, country, limits }).join(' ')).toBe(amounts);
});

test.each([
  ['ru', 'RUB', '1', '1000000', '5000 7500 10000 25000 50000'],
  ['ru', 'RUB', '6000', '25000', '7500 10000 25000'],
  // In Russia, another currency than the rouble has ordinary amounts.
  ['ru', 'EUR', '5000', '50000', '5000 10000 15000 25000 50000'],
  // Roubles outside of Russia have ordinary amounts too.
  ['kz', 'RUB', '5000', '50000', '5000 10000 15000 25000 50000'],
])('in %s, in %s, from %s to %s: %s', (country, currency, min, max, amounts) => {
  const chosen = chooseQuickAmounts({}, { currency, country, limits: range(min, max) });
  expect(chosen.join(' ')).toBe(amounts);
});

test('offers no amount that breaks the method’s rules', () => {
  const fields = [
    { name: 'amount', type: 'amount' as const, validations: [{ regex: '^\\d+00$' }] },
  ];
  const limits = range('50', '1000');
  const chosen = chooseQuickAmounts({ fields }, { currency: 'EUR', country: 'de', limits });
  expect(chosen).toEqual(['100', '500', '1000']);
});

test.each([
  // Offsets of -9 to 8; an offset that doesn't exceed the lowest amount gives the lowest.
  ['10', '100', 0, '10'],
  ['10', '100', 0.5, '10'],
  ['10', '100', 0.56, '11'],
  ['10', '100', 0.999999, '18'],
  // Strictly below the highest amount
  ['10', '18', 0.999999, '10'],
  ['10', '18.01', 0.999999, '18'],
  ['10.50', '100', 0.999999, '18.5'],
  ['10', '10', 0.9, '10'],
  ['0', '0', 0.9, '0'],
  // Decimals, not floats: as a float, 9007199254740992 + 1 isn't more.
  ['9007199254740992', '9007199254740999', 0.56, '9007199254740993'],
])('a demo amount from %s to %s at %s is %s', (min, max, random, amount) => {
  expect(chooseDemoAmount(range(min, max), random)).toBe(amount);
});
