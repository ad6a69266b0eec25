import { expect, test } from 'vitest';
import { makeReference } from '../../ground/make-reference.ts';
import { findReferences } from './find-references.ts';

test.each([
  'KS-7Q2M-41XK',
  'ks-7q2m-41xk',
  'KS7Q2M41XK',
  'ks 7q2m 41xk',
  'KS–7Q2M—41XK',
  'KS - 7Q2M - 41XK',
  'KS.7Q2M.41XK',
  'KS-7Q2M\n41XK',
  'ＫＳ－７Ｑ２Ｍ－４１ＸＫ',
  'Payment KS-7Q2M-41XK, thank you',
  'ref:KS7Q2M41XK.',
  '+++KS-7Q2M-41XK+++',
  'оплата (ks-7q2m-41xk)',
  'KS-7Q2M-41XK KS7Q2M41XK',
])('%s names the deposit KS-7Q2M-41XK', (text) => {
  expect(findReferences(text)).toEqual(['KS-7Q2M-41XK']);
});

test.each([
  null,
  '',
  'thank you',
  // One character is missing, too many, or another one.
  'KS-7Q2M-41X',
  'KS-7Q2M-41XKA',
  'XKS-7Q2M-41XK',
  'KS-7Q2M-41X0K',
  // Letters that no reference has are not corrected.
  'KS-7Q2M-4IXK',
  'KS-7Q2M-41LK',
  'KS-7Q2O-41XK',
  // Another kind of reference.
  'KW-7Q2M-41XK',
  'KS-7Q2M/41XK',
  'ПлатежKS7Q2M41XK',
])('%s names none', (text) => {
  expect(findReferences(text)).toEqual([]);
});

test('several references are all found', () => {
  expect(findReferences('KS-7Q2M-41XK and KS-AAAA-BBBB')).toEqual(['KS-7Q2M-41XK', 'KS-AAAA-BBBB']);
});

test('every reference that Kassa makes is found', () => {
  for (let i = 0; i < 200; i += 1) {
    const reference = makeReference('KS');
    expect(findReferences(reference.replaceAll('-', ' ').toLowerCase())).toEqual([reference]);
  }
});
