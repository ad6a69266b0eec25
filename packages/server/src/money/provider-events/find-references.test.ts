import { describe, expect, test } from 'vitest';
import { makeReference } from '../../ground/make-reference.ts';
import { findPayoutIds, findReferences } from './find-references.ts';

test.each([
  'KS-7Q2M-41XK',
  'ks-7q2m-41xk',
  'KS7Q2M41XK',
  'ks 7q2m 41xk',
  'KS–7Q2M—41XK',
  'KS - 7Q2M - 41XK',
  'KS.7Q2M.41XK',
  'KS-7Q2M\n41XK',
  'KS/7Q2M/41XK',
  'KS\u00ad-7Q2M-\u200b41XK',
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
  // Letters that no reference has, and words glued on, are read by spellReferences.
  'KS-7Q2M-4IXK',
  'KS-7Q2M-41LK',
  'KS-7Q2O-41XK',
  // Another kind of reference.
  'KW-7Q2M-41XK',
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

describe('other references', () => {
  test('are found by the same reader, each kind by itself', () => {
    const text = 'KS-7Q2M-41XK returned, kw7q2m41xk / PB 7Q2M.41XK-EUR';
    expect(findReferences(text)).toEqual(['KS-7Q2M-41XK']);
    expect(findReferences(text, 'KW')).toEqual(['KW-7Q2M-41XK']);
    expect(findReferences(text, 'PB')).toEqual(['PB-7Q2M-41XK']);
  });

  test('of no whole word are none', () => {
    expect(findReferences('AKW-7Q2M-41XK KW-7Q2M-41XKA KW-7Q2M', 'KW')).toEqual([]);
  });
});

describe('the id of a payout in its file', () => {
  const id = '0199d1f0-7c00-7000-8000-000000000001';

  test.each([
    '0199d1f07c0070008000000000000001',
    '0199D1F07C0070008000000000000001',
    'EREF+0199d1f07c0070008000000000000001 SVWZ+RETURN',
    `RETURN ${id}`,
  ])('is found in %j', (text) => {
    expect(findPayoutIds(text)).toEqual([id]);
  });

  test.each([null, '', '0199d1f07c007000800000000000000', '0199d1f07c00700080000000000000012'])(
    'is not found in %j',
    (text) => expect(findPayoutIds(text)).toEqual([]),
  );
});
