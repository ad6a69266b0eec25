import { expect, test } from 'vitest';
import { findOddity } from './find-oddity.ts';

test.each([
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', { fields: { iban: '\ud800' } }],
  ['a NUL in a name', { fields: { 'a\u0000': 'x' } }],
  ['half a pair in a list', [['x', 'x\udfff']]],
  ['too many levels', JSON.parse(`${'['.repeat(20)}${']'.repeat(20)}`)],
])('%s is odd', (_, value) => {
  expect(findOddity(value)).toMatchObject({ code: 'request.malformed', status: 400 });
});

test.each([
  undefined,
  null,
  7,
  '',
  'Zürich, 東京, 👩‍👩‍👧‍👦, \u202eabc, \\u0000',
  { name: ['José', { iban: 'DE02' }] },
])('%j is not', (value) => {
  expect(findOddity(value)).toBeNull();
});
