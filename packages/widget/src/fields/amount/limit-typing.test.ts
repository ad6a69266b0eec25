import { expect, test } from 'vitest';
import { limitTyping } from './limit-typing.ts';

test.each([
  ['50', 'EUR', '50'],
  ['50,5', 'EUR', '50.5'],
  ['50.', 'EUR', '50.'],
  ['50.555', 'EUR', '50.55'],
  ['.5', 'EUR', '5'],
  ['0050', 'EUR', '50'],
  ['50.5', 'JPY', '50'],
  ['٥٠٫٥', 'EUR', '50.5'],
  ['१५००', 'INR', '1500'],
  ['5a0-', 'EUR', '50'],
  ['1,000,000', 'EUR', '1000000'],
  ['1.234,56', 'EUR', '1234.56'],
  ['', 'EUR', ''],
])('%s in %s becomes %s', (typed, currency, kept) => {
  expect(limitTyping(typed, currency)).toBe(kept);
});
