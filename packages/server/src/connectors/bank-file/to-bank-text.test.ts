import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing/any-text.ts';
import { toBankText } from './to-bank-text.ts';

describe('a text for a bank', () => {
  test.each([
    ["O'Neill (Ltd.)", "O'Neill (Ltd.)"],
    ['Jürgen Großmann', 'Jurgen Grossmann'],
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Ærøskøbing', 'Aeroskobing'],
    ['Алексей Щукин', 'Aleksey Shchukin'],
    ['Γιώργος', 'Giorgos'],
    ['A & B <b>', 'A B b'],
    ['a//b///c', 'a/b/c'],
    ['/ leading and trailing /', 'leading and trailing'],
    ['line\nbreak\ttab', 'line break tab'],
    ['\u202eevil', 'evil'],
    ['😀', ''],
    ['', ''],
  ])('%j becomes %j', (text, expected) => {
    expect(toBankText(text, 70)).toBe(expected);
  });

  test('has the characters of EPC217-08 only, whatever it was, and no more than asked for', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, longest) => {
        const written = toBankText(text, longest);
        expect(written).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
        expect(written).not.toMatch(/^[ /]|[ /]$|\/\/| {2}/);
        expect(written.length).toBeLessThanOrEqual(longest);
        expect(toBankText(written, longest)).toBe(written);
      }),
    );
  });
});
