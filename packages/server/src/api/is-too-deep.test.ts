import { expect, test } from 'vitest';
import { isTooDeep } from './is-too-deep.ts';

function nest(levels: number, wrap: (inner: unknown) => unknown): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

test.each([
  ['lists', (inner: unknown) => [inner]],
  ['objects', (inner: unknown) => ({ a: 1, b: inner })],
])('takes 16 levels of %s, and not 17 or thirty thousand', (_, wrap) => {
  expect(isTooDeep(nest(16, wrap))).toBe(false);
  expect(isTooDeep(nest(17, wrap))).toBe(true);
  expect(isTooDeep(nest(30_000, wrap))).toBe(true);
});

test.each([undefined, null, 'text', 7, [], {}])('takes %s', (value) => {
  expect(isTooDeep(value)).toBe(false);
});
