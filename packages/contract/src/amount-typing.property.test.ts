import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAmount, validateAmount } from './amount.ts';
import { editAmount, type TypedAmount } from './amount-edit.ts';
import {
  decimalMark,
  formatForInput,
  readPasted,
  showAmount,
  type TypingRules,
} from './amount-typing.ts';
import { decimalsOf, knownCurrencies } from './currencies.ts';
import { formatDecimal } from './format-decimal.ts';
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
function expectAmount(kept: string, rules: TypingRules) {
  expect(kept).toMatch(/^(?:(?:0|[1-9]\d*)(?:[.,]\d*)?)?$/);
  const [whole = '', fraction = ''] = kept.split(/[.,]/);
  expect(fraction.length).toBeLessThanOrEqual(decimalsOf(rules.currency) || 2);
  if (compareDecimals(rules.max, '0') > 0) {
    expect(whole.length).toBeLessThanOrEqual((rules.max.split('.')[0] ?? '').length + 1);
  }
  // The amount that is paid is the one that the input shows.
  const shown = showAmount(kept, rules);
  const [shownWhole = '', shownFraction = '0'] = shown.split(decimalMark(rules));
  const seen = `${shownWhole.replace(/\D/g, '') || '0'}.${shownFraction || '0'}`;
  expect(compareDecimals(parseAmount(kept), seen)).toBe(0);
}

/** Types the keys, each at the caret's place, or at the end. */
function typeAll(keys: Iterable<string>, rules: TypingRules, placeOf?: () => number): string {
  let typed: TypedAmount = { text: '' };
  for (const key of keys) {
    const shown = showAmount(typed.text, rules);
    const at = placeOf === undefined ? shown.length : placeOf() % (shown.length + 1);
    const after = shown.slice(0, at) + key + shown.slice(at);
    const edit = { after, caret: at + key.length, kind: 'typed', inserted: key } as const;
    const edited = editAmount(typed, edit, rules);
    expectAmount(edited.text, rules);
    expect(edited.shown).toBe(showAmount(edited.text, rules));
    expect(edited.caret).toBeLessThanOrEqual(edited.shown.length);
    typed = edited;
  }
  return typed.text;
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
        // Before three decimals every mark is decimal.
        fc.pre(
          decimalsOf(paid.currency) <= 2 || !/^\P{Nd}*\p{Nd}{1,3}[.,]\p{Nd}{3}$/u.test(written),
        );
        expect(parseAmount(readPasted(written, rules).text)).toBe(paid.amount);
        const plain = formatForInput(paid.amount, rules);
        const native = plain.replace(/\d/g, (digit) => formatDecimal(digit, tag));
        expect(parseAmount(typeAll(native, rules))).toBe(paid.amount);
        if (decimalsOf(paid.currency) > 2) return;
        expect(parseAmount(typeAll(written, rules))).toBe(paid.amount);
      },
    ),
    runs,
  );
});

test('the other mark is decimal before at most two digits, and groups before three', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999 }),
      fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 3 }),
      locale,
      (whole, behind, tag) => {
        const rules = { currency: 'EUR', locale: tag, max: '0' };
        const typed = `${whole}${decimalMark(rules) === '.' ? ',' : '.'}${behind.join('')}`;
        const expected = behind.length < 3 ? typed.replace(',', '.') : typed.replace(/\D/, '');
        expect(compareDecimals(parseAmount(typeAll(typed, rules)), expected)).toBe(0);
      },
    ),
    runs,
  );
});

test('two different marks around three digits are read alike, typed and pasted', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.integer({ min: 100, max: 999 }),
      digits(4),
      fc.constantFrom(['.', ','] as const, [',', '.'] as const),
      fc.record({ currency, locale, max: fc.constant('0') }),
      (whole, middle, behind, [first, second], rules) => {
        fc.pre(decimalsOf(rules.currency) > 0);
        const written = `${whole}${first}${middle}${second}${behind}`;
        fc.pre(behind !== '');
        expect(parseAmount(typeAll(written, rules))).toBe(
          parseAmount(readPasted(written, rules).text),
        );
      },
    ),
    runs,
  );
});

test('any typing leaves the amount in the input that is paid', () => {
  fc.assert(
    fc.property(anyText, rulesOf, fc.infiniteStream(fc.nat(40)), (keys, rules, places) => {
      typeAll(keys, rules, () => places.next().value ?? 0);
    }),
    runs,
  );
});

test('any deletion leaves the amount in the input that is paid', () => {
  const edit = fc.record({
    at: fc.nat(40),
    length: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom('deletedBefore' as const, 'deletedBehind' as const),
  });
  fc.assert(
    fc.property(money, locale, fc.array(edit, { maxLength: 8 }), (paid, tag, edits) => {
      const rules = { currency: paid.currency, locale: tag, max: '0' };
      let text = formatForInput(paid.amount, rules);
      for (const { at, length, kind } of edits) {
        const shown = showAmount(text, rules);
        if (shown === '') return;
        const caret = at % shown.length;
        const after = shown.slice(0, caret) + shown.slice(caret + length);
        text = editAmount({ text }, { after, caret, kind }, rules).text;
        expectAmount(text, rules);
      }
    }),
    runs,
  );
});

test('any pasting leaves the amount in the input that is paid, and pasting it again changes nothing', () => {
  fc.assert(
    fc.property(anyText, rulesOf, (text, rules) => {
      const { text: kept } = readPasted(text, rules);
      expectAmount(kept, rules);
      expect(parseAmount(readPasted(kept, rules).text)).toBe(parseAmount(kept));
    }),
    runs,
  );
});

test('an amount that was cut for its length is above the highest, so it is never valid', () => {
  const max = fc.constantFrom('5', '5000', '99999', '250000.50');
  fc.assert(
    fc.property(digits(18), max, (typed, highest) => {
      const kept = typeAll(typed, { currency: 'EUR', locale: 'en', max: highest });
      if (kept.length === typed.replace(/^0+(?=\d)/, '').length) return;
      const problem = validateAmount(parseAmount(kept), 'EUR', { min: '1', max: highest });
      expect(problem?.kind).toBe('aboveMax');
    }),
    runs,
  );
});
