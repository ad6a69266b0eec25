import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { checkPatterns } from './check-patterns.ts';
import { readCatalog } from './read-catalog.ts';

const check = (regex: string) => {
  const validations = [{ regex: '^\\d*$' }, { regex }];
  const entry = buildMethod('bank', { fields: [{ name: 'iban', type: 'text', validations }] });
  return checkPatterns([{ entry, file: 'methods/de.json', path: 'methods.0' }]);
};

test.each(['^(a+)+$', '^(\\w+\\s?)*$', '(x|x)*y', '^\\d*1\\d*2\\d*3$'])(
  'rejects the pattern %s, which can be made to run very long',
  async (regex) => {
    expect(await check(regex)).toEqual([
      {
        file: 'methods/de.json',
        path: 'methods.0.fields.0.validations.1.regex',
        message: expect.stringMatching(/^can be made to run very long \((exponential|\d)/),
      },
    ]);
  },
);

test.each(['^[A-Z]{2}\\d{2}[A-Z0-9]{11,30}$', '^\\d{8,10}$', "^[\\p{L} .'-]{2,60}$"])(
  'the pattern %s is safe',
  async (regex) => {
    expect(await check(regex)).toEqual([]);
  },
);

test('all patterns of the shipped catalogue are safe', { timeout: 60_000 }, async () => {
  const read = await readCatalog(join(import.meta.dirname, '../../../../../catalog'));
  if (read.kind === 'broken') throw new Error(JSON.stringify(read.problems));
  expect(await checkPatterns(read.parts.methods)).toEqual([]);
});
