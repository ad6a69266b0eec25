/*
 * Draws logos of the catalogue, `catalog/icons/<id>.svg`, by the rows of `catalog/logos.json`:
 *   npm run logo:make                                        all words
 *   npm run logo:make -- elcart                              one word
 *   npm run logo:make -- bca --from path/to/bca.svg          a mark, from its source's file
 * See catalog/icons/README.md for where marks may come from.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { drawMark } from './logos/draw-mark.ts';
import { drawPicture } from './logos/draw-picture.ts';
import { drawWord } from './logos/draw-word.ts';
import { catalogFolder, isWord, type MarkRow, readLogoTable } from './logos/logo-table.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { from: { type: 'string' } },
});
const [id] = positionals;
const rows = readLogoTable().logos.filter((row) =>
  id === undefined ? isWord(row) : row.id === id,
);

if (rows.length === 0) fail(`There is no logo "${id}" in catalog/logos.json.`);
for (const row of rows) {
  if (isWord(row)) write(row.id, drawWord(row));
  else if (values.from === undefined) fail(`Give --from, the file of "${row.id}" in its source.`);
  else write(row.id, await draw(row, readFileSync(values.from, 'utf8')));
}

async function draw(
  { title, color = '#FFFFFF', ink, crop }: MarkRow,
  svg: string,
): Promise<string> {
  return ink === undefined
    ? drawPicture(svg, { title, color, crop })
    : drawMark(svg, { title, color, ink });
}

function write(logo: string, svg: string): void {
  writeFileSync(path.join(catalogFolder, 'icons', `${logo}.svg`), svg);
}

function fail(reason: string): void {
  console.error(reason);
  process.exitCode = 1;
}
