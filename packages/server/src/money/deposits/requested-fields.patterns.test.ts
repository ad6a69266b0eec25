import { expect, test } from 'vitest';
import { isSafePattern } from './requested-fields.ts';

test.each([
  '^\\d{6}$',
  '^\\d{2}\\.\\d{2}\\.\\d{4}$',
  '^[A-Z0-9]{5,20}$',
  '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
  '^(?:\\+)?\\d{4,15}$',
  '^(?=.*\\d)[\\w)*+?|]+$',
])('is safe: %s', (regex) => {
  expect(isSafePattern(regex)).toBe(true);
  // Safe for any value.
  const start = process.threadCpuUsage();
  for (const one of ['a', '1', ' ', '.', 'a1', 'a@.']) {
    new RegExp(regex, 'u').test(`${one.repeat(128).slice(0, 127)}!`);
  }
  expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(1_000);
});

test.each([
  '^(\\w+\\s?)*$',
  '^(a+)+$',
  '^(a|a){20,40}$',
  '^(?:\\d+){8}$',
  `^${'a?'.repeat(40)}${'a'.repeat(40)}$`,
  `^${'(a|a)'.repeat(40)}b$`,
  `${'\\w*'.repeat(9)}!`,
])('may run too long: %s', (regex) => {
  expect(isSafePattern(regex)).toBe(false);
});
