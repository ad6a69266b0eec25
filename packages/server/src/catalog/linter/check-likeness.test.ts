import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import type { CatalogMethod } from '../catalog-schema.ts';
import { describeProblem } from '../read/read-catalog-file.ts';
import { checkLikeness, leastDistance } from './check-likeness.ts';
import { drawPictures, measureDistance } from './picture-distance.ts';

let folder: string;
const draw = (color: string, sign: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${color}"/><path fill="#fff" d="${sign}"/></svg>`;
const square = 'M12 12H36V36H12z';

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kassa-likeness-'));
  await mkdir(path.join(folder, 'icons'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (id: string, svg: string) => writeFile(path.join(folder, `icons/${id}.svg`), svg);

async function check(parts: Partial<CatalogMethod>[], banks: string[] = []): Promise<string[]> {
  const methods = parts.map((part, index) => ({
    entry: buildMethod(`method_${index}`, part),
    file: 'methods/de.json',
    path: `methods.${index}`,
  }));
  const place = { file: 'a.json', path: 'a' };
  const problems = await checkLikeness(folder, {
    methods,
    countries: ['de', 'fr'].map((code) => ({ entry: { code, currency: 'EUR' }, ...place })),
    payerBanks: banks.map((iconId) => ({
      entry: { country: 'de', id: 'acme-bank', name: 'Acme', iconId },
      ...place,
    })),
  });
  return problems.map(describeProblem);
}

it('finds two logos that look alike in a country, and names their methods', async () => {
  await write('one', draw('#0050a0', square));
  await write('two', draw('#0054a4', 'M12 12H36V35H12z'));
  await write('red', draw('#c01020', square));
  await write('sign', draw('#0050a0', 'M4 4H14V44H4z'));
  const alike = [{ iconIds: ['one'] }, { iconIds: ['two'] }];
  expect(await check(alike)).toEqual([
    expect.stringMatching(
      /^icons\/one\.svg: de: looks like "two": method_0 and method_1 \(0\.\d\d, at least 0\.6\)$/,
    ),
  ]);
  await write('two', draw('#c01020', square));
  expect(await check(alike)).toEqual([]);
  expect(await check([{ iconIds: ['one'] }, { iconIds: ['red'] }, { iconIds: ['sign'] }])).toEqual(
    [],
  );
});

it('compares those of banks, too, and leaves alone what no country shows together', async () => {
  await write('one', draw('#0050a0', square));
  await write('two', draw('#0050a0', square));
  expect(await check([{ iconIds: ['one'] }], ['two'])).toEqual([
    expect.stringContaining('method_0 and acme-bank (0.00'),
  ]);
  const apart = [{ iconIds: ['one'] }, { iconIds: ['two'], countries: ['fr'] }];
  expect(await check(apart)).toEqual([]);
  // Methods may share a logo.
  expect(await check([{ iconIds: ['one'] }, { iconIds: ['one'] }])).toEqual([]);
});

const icons = path.join(import.meta.dirname, '../../../../../catalog/icons');

// Pairs near the least distance, which nobody mistakes for each other.
it.each([
  ['bank-transfer', 'net-banking'],
  ['maestro', 'unionpay'],
  ['bnb', 'interac'],
  ['gopay', 'qris'],
])('%s and %s are told apart', async (one, other) => {
  const read = async (id: string): Promise<[string, string]> => [
    id,
    await readFile(path.join(icons, `${id}.svg`), 'utf8'),
  ];
  const files = new Map([await read(one), await read(other)]);
  const pictures = await drawPictures(files);
  const [left, right] = pictures.values();
  if (left === undefined || right === undefined) throw new Error('not drawn');
  expect(measureDistance(left, right)).toBeGreaterThan(leastDistance);
});
