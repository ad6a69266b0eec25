import { expect, test } from 'vitest';
import { plainTextSchema } from './plain-text.ts';

test.each(['bKash', 'Karte & Konto "1"', 'بطاقة بنكية', 'کارت\u200cبانکی', 'एक्सप्रेस'])(
  'takes %j',
  (text) => {
    expect(plainTextSchema.safeParse(text).success).toBe(true);
  },
);

test.each([
  ['nothing', ''],
  ['a tag', 'Card<b>'],
  ['a line break', 'Card\nFree'],
  ['a tab', 'Card\tFree'],
  ['a control character', 'Card\u0007'],
  ['a line separator', 'Card\u2028Free'],
  ['an override of the direction', 'Card\u202eeerF'],
  ['an isolate', '\u2066Card'],
  ['a mark of the direction', 'Card\u200f'],
])('refuses %s', (_what, text) => {
  expect(plainTextSchema.safeParse(text).success).toBe(false);
});
