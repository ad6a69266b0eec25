import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeMemo, readMemo } from './memo.ts';

const anyIndex = fc.nat({ max: 2 ** 31 - 1 });

describe('the comment of a number', () => {
  test('has eight characters that nobody confuses, and is read as itself', () => {
    fc.assert(
      fc.property(anyIndex, (index) => {
        const memo = encodeMemo(index);
        expect(memo).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
        expect(readMemo(memo)).toBe(memo);
      }),
    );
  });

  test('is never another number’s, and neighbours look nothing alike', () => {
    const memos = Array.from({ length: 100_000 }, (_, index) => encodeMemo(index));
    expect(new Set(memos).size).toBe(memos.length);
    fc.assert(
      fc.property(anyIndex, anyIndex, (first, second) => {
        expect(encodeMemo(first) === encodeMemo(second)).toBe(first === second);
      }),
    );
    const differences = memos.slice(1, 1000).map((memo, index) => {
      const before = memos[index] ?? '';
      return [...memo].filter((character, place) => character !== before[place]).length;
    });
    expect(Math.min(...differences)).toBeGreaterThanOrEqual(3);
  });

  test('never changes', () => {
    expect([0, 1, 2, 1000, 2_147_483_647].map(encodeMemo)).toMatchInlineSnapshot(`
      [
        "9YMXCQH4",
        "0DRCB52P",
        "PWVV9JK1",
        "J3043JSK",
        "NFHEEA0P",
      ]
    `);
  });

  test('exists for whole numbers from 0 to 2³⁵ - 1', () => {
    expect(encodeMemo(2 ** 35 - 1)).toHaveLength(8);
    for (const index of [-1, 0.5, 2 ** 35, Number.NaN]) {
      expect(() => encodeMemo(index)).toThrow(RangeError);
    }
  });
});

describe('a comment that a player typed', () => {
  test('may have small letters, blanks, hyphens and letters that look like digits', () => {
    const memo = Array.from({ length: 5000 }, (_, index) => encodeMemo(index)).find((text) =>
      /0.*1|1.*0/.test(text),
    );
    if (memo === undefined) throw new Error('no comment has both digits');
    const typed = memo.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    expect(readMemo(` ${typed.slice(0, 4)}-${typed.slice(4)}\n`)).toBe(memo);
    const looks: Record<string, string> = { 0: 'О', 1: 'І', H: 'Н', K: 'К', X: 'Х', A: 'Ａ' };
    expect(readMemo([...memo].map((it) => looks[it] ?? it).join('/'))).toBe(memo);
  });

  test('is none with one wrong character, or two in each other’s place', () => {
    const characters = fc.constantFrom(...'0123456789ABCDEFGHJKMNPQRSTVWXYZ');
    fc.assert(
      fc.property(anyIndex, fc.nat(7), characters, (index, place, wrong) => {
        const memo = encodeMemo(index);
        fc.pre(memo[place] !== wrong);
        expect(readMemo(memo.slice(0, place) + wrong + memo.slice(place + 1))).toBeNull();
      }),
    );
    fc.assert(
      fc.property(anyIndex, fc.nat(7), fc.nat(7), (index, left, right) => {
        const memo = [...encodeMemo(index)];
        fc.pre(memo[left] !== memo[right]);
        [memo[left], memo[right]] = [memo[right] ?? '', memo[left] ?? ''];
        expect(readMemo(memo.join(''))).toBeNull();
      }),
    );
  });

  /** In capitals it would be the comment of a player. */
  const sharpS = Array.from({ length: 5000 }, (_, index) => encodeMemo(index))
    .find((memo) => memo.includes('SS'))
    ?.replace('SS', '\u00df');
  test.each([
    '',
    'hello',
    `${sharpS}`,
    '12345678 ',
    'U'.repeat(8),
    'x'.repeat(1_000_000),
    '🎲'.repeat(8),
  ])('%# of another kind is none', (text) => {
    expect(readMemo(text)).toBeNull();
  });
});
