import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { drawWord } from './draw-word.ts';
import { catalogFolder, isWord, readLogoTable } from './logo-table.ts';

const { logos, sources } = readLogoTable();
const folder = path.join(catalogFolder, 'icons');
const read = (id: string) => readFileSync(path.join(folder, `${id}.svg`), 'utf8');
const ids = readdirSync(folder).flatMap((name) => /^(.+)\.svg$/.exec(name)?.[1] ?? []);

test('each logo has one row, in order', () => {
  expect(logos.map(({ id }) => id)).toEqual([...ids].sort());
});

test('each word is drawn as its row says', () => {
  const words = logos.filter(isWord);
  expect(words.length).toBeGreaterThan(100);
  // `npm run logo:make` draws them again.
  expect(words.filter((row) => drawWord(row) !== read(row.id)).map(({ id }) => id)).toEqual([]);
});

test('each mark names its file in a source with a licence', () => {
  const faulty = logos.filter((row) => {
    if (isWord(row)) return false;
    return (
      sources[row.source] === undefined || (row.source !== 'kassa') !== (row.file !== undefined)
    );
  });
  expect(faulty.map(({ id }) => id)).toEqual([]);
  expect([...new Set(Object.values(sources).map(({ licence }) => licence))].sort()).toEqual([
    'CC0-1.0',
    'MIT',
  ]);
});

test('logos are small', () => {
  const sizes = new Map(ids.map((id) => [id, Buffer.byteLength(read(id))]));
  expect([...sizes].filter(([, size]) => size > 4608)).toEqual([]);
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  expect(all).toBeLessThan(1024 * 1024);
});
