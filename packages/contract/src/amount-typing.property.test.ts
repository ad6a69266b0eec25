import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDecimal, parseAmount, validateAmount } from './amount.ts';
import { formatForInput, limitTyping, takeKey } from './amount-typing.ts';
import { decimalsOf, knownCurrencies } from './currencies.ts';
import { locales } from './locales.ts';
import { compareDecimals, type Decimal } from './money.ts';

/** All currencies of §3, and two of an operator's own */
const currencies = [...knownCurrencies, 'XYZ', 'POINTS'];
const tags = Object.keys(locales);

const currency = fc.constantFrom(...currencies);
const locale = fc.constantFrom(
  ...tags,
  ...tags.map((tag) => `${tag}-u-nu-latn`),
  'ar-EG',
  'fa',
  'pt-PT',
);
const digits = (most: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: most }).map((list) => list.join(''));

/** An amount in its shortest spelling, with no more decimals than the currency has. */
const amountIn = (of: string): fc.Arbitrary<Decimal> =>
  fc.tuple(digits(15), digits(decimalsOf(of))).map(([whole, fraction]) => {
    const integer = whole.replace(/^0+/, '') || '0';
    const rest = fraction.replace(/0+$/, '');
    return rest === '' ? integer : `${integer}.${rest}`;
  });

const money = currency.chain((of) =>
  fc.record({ currency: fc.constant(of), amount: amountIn(of) }),
);

/** Input of keyboards and clipboards: digits of many scripts, marks, words and anything else. */
const character = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...'0123456789') },
  { weight: 3, arbitrary: fc.constantFrom(...'.,٫٬،．，') },
  { weight: 2, arbitrary: fc.constantFrom(...'٠٥۹५৭౭๓８') },
  { weight: 1, arbitrary: fc.constantFrom(..." '’\u00a0\u200f-+e€$R") },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }) },
);
const anyText = fc.array(character, { maxLength: 28 }).map((list) => list.join(''));
const rulesOf = fc.record({
  currency,
  locale,
  max: fc.constantFrom('0', '0.5', '9', '5000', '250000.50', '9'.repeat(18)),
});

/** Asserts that the kept text is an amount. */
function expectAmount(kept: string, rules: { currency: string; max: Decimal }) {
  expect(kept).toMatch(/^(?:(?:0|[1-9]\d*)(?:[.,]\d*)?)?$/);
  const [whole = '', fraction = ''] = kept.split(/[.,]/);
  expect(fraction.length).toBeLessThanOrEqual(decimalsOf(rules.currency));
  if (compareDecimals(rules.max, '0') > 0) {
    expect(whole.length).toBeLessThanOrEqual((rules.max.split('.')[0] ?? '').length + 1);
  }
  // The parsed amount is the displayed one.
  const shown = `${whole || '0'}.${fraction || '0'}`;
  expect(compareDecimals(parseAmount(kept), shown)).toBe(0);
}

const runs = { numRuns: 500 };

test.each(currencies)('in %s every language parses its prefilled amounts back', (of) => {
  for (const tag of [...tags, 'ar-EG', 'fa', 'hi-u-nu-deva', 'th-u-nu-thai']) {
    fc.assert(
      fc.property(amountIn(of), (amount) => {
        const text = formatForInput(amount, { currency: of, locale: tag });
        expect(text).toMatch(/^\d+([.,]\d+)?$/);
        expect(parseAmount(text)).toBe(amount);
      }),
      { numRuns: 5 },
    );
  }
});

test('an amount in a language’s own digits and grouping is read, pasted or typed', () => {
  fc.assert(
    fc.property(
      money,
      fc.constantFrom(...tags, 'ar-EG', 'fa', 'mr', 'bn-BD', 'ne', 'my'),
      (paid, tag) => {
        const rules = { currency: paid.currency, locale: tag, max: '0' };
        const written = formatDecimal(paid.amount, tag);
        // One mark before three digits is ambiguous (design §4).
        fc.pre(!/^\P{Nd}*\p{Nd}{1,3}[.,]\p{Nd}{3}$/u.test(written));
        const pasted = limitTyping(written, rules, { isPasted: true });
        expect(parseAmount(pasted)).toBe(paid.amount);
        const plain = formatForInput(paid.amount, rules);
        const native = plain.replace(/\d/g, (digit) => formatDecimal(digit, tag));
        const typed = [...native].reduce((box, key) => takeKey(box, box + key, rules), '');
        expect(parseAmount(typed)).toBe(paid.amount);
      },
    ),
    runs,
  );
});

test('any typing leaves an amount in the input', () => {
  fc.assert(
    fc.property(anyText, rulesOf, fc.infiniteStream(fc.nat(40)), (keys, rules, places) => {
      let box = '';
      for (const key of keys) {
        const at = (places.next().value ?? 0) % (box.length + 1);
        const before = box;
        box = takeKey(before, before.slice(0, at) + key + before.slice(at), rules);
        expectAmount(box, rules);
        expect(takeKey(box, box, rules)).toBe(box);
        // A key adds at most one character and removes none, except for a leading zero.
        expect(box.length).toBeLessThanOrEqual(before.length + 1);
        expect(box.length).toBeGreaterThanOrEqual(before.length - (before.startsWith('0') ? 1 : 0));
      }
    }),
    runs,
  );
});

test('any pasting or deleting leaves an amount in the input, and limiting it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, rulesOf, fc.boolean(), (text, rules, isPasted) => {
      const kept = limitTyping(text, rules, { isPasted });
      expectAmount(kept, rules);
      expect(limitTyping(kept, rules)).toBe(kept);
      const again = limitTyping(kept, rules, { isPasted: true });
      expect(parseAmount(again)).toBe(parseAmount(kept));
    }),
    runs,
  );
});

test('an amount that was cut for its length is above the highest, so it is never valid', () => {
  const max = fc.constantFrom('5', '5000', '99999', '250000.50');
  fc.assert(
    fc.property(digits(18), max, (typed, highest) => {
      const kept = limitTyping(typed, { currency: 'EUR', locale: 'en', max: highest });
      if (kept.length === typed.replace(/^0+(?=\d)/, '').length) return;
      const problem = validateAmount(parseAmount(kept), 'EUR', { min: '1', max: highest });
      expect(problem?.kind).toBe('aboveMax');
    }),
    runs,
  );
});
