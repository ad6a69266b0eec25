import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { localeOptions } from './select-options.ts';

const folder = path.resolve(import.meta.dirname, '../../../../locales');

test('a language is offered if the cashier has a file of it', () => {
  const files = readdirSync(folder).map((file) => path.parse(file).name);
  expect(localeOptions().map(([tag]) => tag)).toEqual(files.sort());
});
