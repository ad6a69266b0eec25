import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { longest } from './longest-first.ts';

test.each(longest)('%s is there', (file) => {
  expect(existsSync(path.resolve(import.meta.dirname, '..', file))).toBe(true);
});
