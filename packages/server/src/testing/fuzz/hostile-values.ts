import fc from 'fast-check';
import { buildAnyText } from '../any-text.ts';

/** Texts that have broken other programs. */
const namedTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udfff',
  '\ufeff',
  '\u202e drowssap',
  'مرحبا بالعالم',
  '👩‍👩‍👧‍👦',
  'Z̵̡͍a̷̙l̶g̸o̴',
  '\r\nset-cookie: a=b',
  '../../../../etc/passwd',
  '%00',
  '%',
  "' or 1=1 --",
  '"; drop table deposits; --',
  '{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script>',
  '$where',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '-0',
  '1e400',
  '5e1',
  '0x10',
  '١٢٣',
  '1,000.00',
  '999999999999999999',
  '999999999999999999.999999999999999999',
  '0.000000000000000001',
  '-50',
  '2026-02-30',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** Texts of every kind of character, a few of them very long. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...namedTexts) },
  { weight: 3, arbitrary: buildAnyText({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 60, max: 9000 }).map((size) => 'x'.repeat(size)) },
);

/** A number that JavaScript can't represent; `writeJson` writes its text into the JSON. */
class RawNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): string {
    return `${rawMark}${this.text}${rawMark}`;
  }
}

const rawMark = '@raw@';

const hostileNumber: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(0, -0, -1, 0.1, 1e21, 5e-324, 1.7976931348623157e308, 2 ** 53, 2 ** 31),
  fc
    .constantFrom('1e400', '-1e400', '1E+2', '1e-400', '9'.repeat(400), '0.1e1')
    .map((text) => new RawNumber(text)),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** Lists or objects nested many levels deep. */
const deep: fc.Arbitrary<unknown> = fc
  .tuple(fc.integer({ min: 2, max: 3000 }), fc.boolean())
  .map(([levels, isList]) => {
    let value: unknown = 'deep';
    for (let level = 0; level < levels; level += 1) value = isList ? [value] : { a: value };
    return value;
  });

/** Any value that JSON can hold, and numbers that only its text can hold. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null]) },
  { weight: 2, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: deep },
);

/** Writes JSON in which every `RawNumber` stands as its text. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(new RegExp(`"${rawMark}([^"]*)${rawMark}"`, 'g'), '$1');
}
