/*
 * Draws a logo of the catalogue, `catalog/icons/<id>.svg`, on a tile of 48 by 48:
 *   npm run logo:make -- bkash --title bKash --color '#E2136E' --letters bK
 *   npm run logo:make -- visa --title Visa --color '#1A1F71' --mark path/to/visa.svg
 * --ink sets the mark's colour, --size 1.1 a larger mark, --folder another folder than the
 * catalogue's. See catalog/icons/README.md for where marks may come from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawMark, drawMonogram } from './draw-logo.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    title: { type: 'string' },
    color: { type: 'string' },
    letters: { type: 'string' },
    mark: { type: 'string' },
    ink: { type: 'string' },
    size: { type: 'string' },
    folder: { type: 'string', default: path.join(import.meta.dirname, '../catalog/icons') },
  },
});
const { title, color, letters, mark, ink, size, folder } = values;
const [id = ''] = positionals;

if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) || title === undefined || color === undefined) {
  fail('Give an id such as "visa", --title, --color and either --letters or --mark.');
} else {
  const tile = { title, color, ink, size: size === undefined ? undefined : Number(size) };
  const svg =
    mark !== undefined
      ? drawMark(readFileSync(mark, 'utf8'), tile)
      : letters !== undefined
        ? drawMonogram(letters, tile)
        : null;
  if (svg === null) fail('Give --letters or --mark.');
  else writeFileSync(path.join(folder, `${id}.svg`), svg);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
