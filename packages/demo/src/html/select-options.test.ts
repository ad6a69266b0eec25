import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { localeOptions } from './select-options.ts';

const folder = path.resolve(import.meta.dirname, '../../../../locales');

test('the cashier has a file of each language that is offered', () => {
  const files = readdirSync(folder).map((file) => path.parse(file).name);
  const offered = localeOptions().map(([tag]) => tag);
  expect(offered.join(' ')).toBe(
    'ar az bn de en es es-MX hi hi-Latn-IN id kk ky pt ru tg th tr uk ur uz',
  );
  expect(files).toEqual(expect.arrayContaining(offered));
});
