import { expect, test } from 'vitest';
import { toCapitals, toUpperAscii } from './capitals.ts';

test.each([
  ['de89 abc', 'DE89 ABC', 'DE89 ABC'],
  ['ивано́в', 'ивано́в', 'ИВАНО́В'],
  ['müller', 'MüLLER', 'MÜLLER'],
  ['Γιώργος', 'Γιώργος', 'ΓΙΏΡΓΟΣ'],
  ['გიორგი abc', 'გიორგი ABC', 'გიორგი ABC'],
  // In capitals they would be other letters.
  [
    '\u0131\u00df\ufb01\u017f\u212a\uff41',
    '\u0131\u00df\ufb01\u017f\u212a\uff41',
    '\u0131\u00df\ufb01\u017f\u212a\uff21',
  ],
])('%s is %s in ASCII capitals and %s in capitals', (text, ascii, capitals) => {
  expect(toUpperAscii(text)).toBe(ascii);
  expect(toCapitals(text)).toBe(capitals);
});

test('no two small letters have one capital, but for the two sigmas', () => {
  const smalls = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCharCode(code));
  const changed = smalls.filter((letter) => letter !== 'ς' && toCapitals(letter) !== letter);
  expect(changed.length).toBeGreaterThan(1000);
  expect(new Set(changed.map(toCapitals)).size).toBe(changed.length);
});
