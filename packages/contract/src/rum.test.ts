import { expect, test } from 'vitest';
import { rumBatchSchema, rumNames } from './rum.ts';

const item = { name: 'LCP', value: 1200.5, path: '/deposit' };

test('accepts a batch of every measurement', () => {
  const batch = { version: 'v1.0.461', items: rumNames.map((name) => ({ ...item, name })) };
  expect(rumBatchSchema.parse(batch)).toEqual(batch);
});

test.each([
  ['an unknown name', { name: 'password' }],
  ['a negative value', { value: -1 }],
  ['a value beyond an hour', { value: 3_600_001 }],
  ['a value that is no number', { value: Number.NaN }],
  ['an endless path', { path: 'x'.repeat(101) }],
])('rejects %s', (_, part) => {
  expect(rumBatchSchema.safeParse({ version: '1', items: [{ ...item, ...part }] }).success).toBe(
    false,
  );
});

test('rejects an empty batch and one of more than 50', () => {
  for (const length of [0, 51]) {
    const items = Array.from({ length }, () => item);
    expect(rumBatchSchema.safeParse({ version: '1', items }).success).toBe(false);
  }
});
