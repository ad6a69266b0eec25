import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkDrawing } from './check-media.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'));
  await Promise.all(['icons', 'pictures'].map((part) => mkdir(join(folder, part))));
});
afterEach(() => rm(folder, { recursive: true }));

const draw = (viewBox: string, end = '</svg>') =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}"><path d="M0 0h9"/>${end}`;

async function findFault(svg: string): Promise<string | null> {
  await writeFile(join(folder, 'icons/visa.svg'), svg);
  return checkDrawing(folder, 'icon', 'visa');
}

it('accepts an icon that has only shapes', async () => {
  expect(await findFault(draw('0 0 48 48'))).toBeNull();
});

it.each([
  ['a script', '<script>alert(1)</script></svg>', '<script>'],
  ['embedded HTML', '<foreignObject/></svg>', '<foreignObject>'],
  ['another image', '<image href="https://example.com/a.png"/></svg>', '<image>'],
  ['a handler', '<path onload="alert(1)" d=""/></svg>', 'handlers, styles or links'],
  ['a link', '<path xlink:href="https://example.com/a.svg#b"/></svg>', 'handlers, styles or links'],
  ['a foreign fill', '<path fill="url(https://example.com/a)"/></svg>', 'anything outside'],
  ['an entity', '<title>&lt;</title></svg>', 'entities'],
  ['an unfinished end', '<g>', 'must end'],
])('rejects an icon with %s', async (_what, end, words) => {
  expect(await findFault(draw('0 0 48 48', end))).toContain(words);
});

it('rejects an icon of another size, and a missing icon', async () => {
  expect(await findFault(draw('0 0 24 24'))).toBe('must have viewBox="0 0 48 48"');
  expect(await findFault('viewBox="0 0 48 48"')).toBe('must start with <svg');
});

it('accepts a picture of any size, with the same rules as an icon', async () => {
  const write = (svg: string) => writeFile(join(folder, 'pictures/scan.svg'), svg);
  await write(draw('0 0 240 160'));
  expect(await checkDrawing(folder, 'picture', 'scan')).toBeNull();
  await write(draw('0 0 240 160', '<image href="a.png"/></svg>'));
  expect(await checkDrawing(folder, 'picture', 'scan')).toBe('must not hold <image>');
  expect(await checkDrawing(folder, 'picture', 'pay')).toBe('has no file pictures/pay.svg');
});
