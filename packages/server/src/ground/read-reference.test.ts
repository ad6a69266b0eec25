import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { base32, forgive } from './base32.ts';
import { makeReference } from './make-reference.ts';
import { readReference, spellReferences } from './read-reference.ts';

const reference = 'KS-7Q2M-41XK';

test.each([
  'ks-7q2m-41xk',
  ' KS7Q2M41XK ',
  'KS/7Q2M/41XK',
  'KS 7Q 2M 41 XK',
  'K S 7Q2M41XK',
  'KS–7Q2M—41XK',
  'KS−7Q2M‑41XK',
  'KS-7Q2M-4\u00ad1\u200bXK',
  'KS-7Q2M-4IXK',
  'ks-7q2m-4lxk',
  'КS-7Q2М-41ХК',
  'кs-7q2м-4іхк',
  'КС-7Q2М-41ХК',
  ' кс 7q2м 41хк',
  'ΚS-7Q2Μ-4ΙΧΚ',
  'ＫＳ－７Ｑ２Ｍ－４１ＸＫ',
])('%j is read as KS-7Q2M-41XK', (typed) => {
  expect(readReference(typed)).toBe(reference);
  expect(spellReferences(typed, 'KS')).toEqual([reference]);
});

test.each([
  ['KS-7Q2M-41X', 'KS-7Q2M-41X'],
  ['KS-7Q2M-41XKA', 'KS-7Q2M-41XKA'],
  // Greek letters with two readings, and a Latin one that no reference has.
  ['KS-7Q2M-41Xν', 'KS-7Q2M-41XΝ'],
  ['ks-7q2m-41xu', 'KS-7Q2M-41XU'],
  [' hello ', 'HELLO'],
])('%j is no reference, and is %j', (typed, capitals) => {
  expect(readReference(typed)).toBe(capitals);
});

test.each([
  'InvoiceKS-7Q2M-41XK',
  'KS7Q2M41XKthanks',
  'ПлатежKS7Q2M41XKспасибо',
  'Оплата КС7Q2М41ХК',
  'ref.KS7Q2M41XK2026',
  'THANKS KS-7Q2M 41XK',
])('%j spells KS-7Q2M-41XK', (text) => {
  expect(spellReferences(text, 'KS')).toContain(reference);
});

test('each kind is spelled by itself', () => {
  const text = 'KS-AAAA-BBBB, kw7q2m4lxk / PB 7QZM.41XK-EUR';
  expect(spellReferences(text, 'KW')).toEqual(['KW-7Q2M-41XK']);
  expect(spellReferences(text, 'PB')).toEqual(['PB-7QZM-41XK']);
  expect(spellReferences('thank you', 'KS')).toEqual([]);
});

describe('two references never meet', () => {
  /** Every character that stands for one of base 32. */
  const looks = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code))
    .filter((it) => it.normalize('NFKC').length === 1 && base32.includes(forgive(it)))
    .map((it) => [it, forgive(it)] as const);

  test('a character of base 32 stands for itself alone', () => {
    expect([...base32].map(forgive)).toEqual([...base32]);
    expect([...base32.toLowerCase()].map(forgive).join('')).toBe(base32.replace('L', '1'));
    expect(new Set(looks.map(([, meant]) => meant)).size).toBe(base32.length);
    // A character's own small and capital form never stand for two.
    const both = looks.filter(([it]) => {
      const other = [it.toLowerCase(), it.toUpperCase()].map(forgive);
      return other.some((meant) => base32.includes(meant) && meant !== forgive(it));
    });
    expect(both).toEqual([]);
  });

  test('every spelling is read as the reference that it was made of', () => {
    const eight = fc.array(fc.constantFrom(...looks), { minLength: 8, maxLength: 8 });
    const between = fc.array(fc.constantFrom('', '', '-', ' ', '/', '\n', '—', '.'), {
      minLength: 9,
      maxLength: 9,
    });
    fc.assert(
      fc.property(eight, between, fc.constantFrom('KS', 'KW', 'PB'), (letters, gaps, kind) => {
        const typed = [kind, ...letters.map(([look]) => look)];
        const meant = letters.map(([, it]) => it).join('');
        const expected = `${kind}-${meant.slice(0, 4)}-${meant.slice(4)}`;
        const text = typed.map((it, index) => it + (gaps[index] ?? '')).join('');
        expect(readReference(text)).toBe(expected);
      }),
    );
  });

  test('a reference spells no other one', () => {
    for (let i = 0; i < 500; i += 1) {
      const [one, two] = [makeReference('KS'), makeReference('KS')];
      expect(readReference(one)).toBe(one);
      expect(spellReferences(`${one}, ${two}`, 'KS')).toEqual([one, two]);
      expect(spellReferences(one, 'KW')).toEqual([]);
    }
  });
});
