import { expect, test } from 'vitest';
import { findHostileValue } from './find-hostile-value.ts';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

test.each([
  ['a NUL', 'a\u0000b'],
  ['half a surrogate pair', { fields: { iban: '\ud800' } }],
  ['a NUL in a name', { fields: { 'a\u0000': 'x' } }],
  ['half a pair in a list', [['x', 'x\udfff']]],
  ['too many levels of lists', nest(17, (inner) => [inner])],
  ['too many levels of objects', nest(17, (inner) => ({ a: 1, b: inner }))],
  ['thirty thousand levels', nest(30_000, (inner) => [inner])],
  ['more values than fit', new Array(50_000).fill(0)],
  ['more values than fit, apart', { a: new Array(25_000).fill(0), b: new Array(25_000).fill(0) }],
])('rejects %s', (_, value) => {
  expect(findHostileValue(value)).toMatchObject({ code: 'request.malformed', status: 400 });
});

test.each([
  undefined,
  null,
  7,
  '',
  'Zürich, 東京, 👩‍👩‍👧‍👦, \u202eabc, \\u0000',
  { name: ['José', { iban: 'DE02' }] },
  nest(16, (inner) => [inner]),
  nest(16, (inner) => ({ a: 1, b: inner })),
  // As many as fit into 64 KiB.
  new Array(32_768).fill(0),
])('accepts an ordinary value', (value) => {
  expect(findHostileValue(value)).toBeNull();
});
