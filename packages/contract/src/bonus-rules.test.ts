import { expect, test } from 'vitest';
import { bonusWorth } from './bonus-rules.ts';

test.each([
  ['50', null, 'EUR', '50', '25.00'],
  ['100', '200', 'EUR', '500', '200'],
  ['100', '200', 'EUR', '200', '200.00'],
  // Cut, never rounded up: the promise must not exceed the booked bonus.
  ['50', null, 'EUR', '50.01', '25.00'],
  ['33.333', null, 'EUR', '100', '33.33'],
  // A float would give 1.15 × 100 = 114.99….
  ['115', null, 'USD', '1', '1.15'],
  ['50', null, 'JPY', '1501', '750'],
  ['50', null, 'BTC', '0.00000003', '0.00000001'],
  [null, null, 'EUR', '500', '0'],
])(
  '%s %% up to %s in %s yields for %s the bonus %s',
  (percent, maxBonusAmount, currency, amount, worth) => {
    expect(bonusWorth({ percent, maxBonusAmount, currency }, amount)).toBe(worth);
  },
);
