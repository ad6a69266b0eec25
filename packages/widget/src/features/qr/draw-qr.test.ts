import { expect, test } from 'vitest';
import { drawQr, type QrDrawing } from './draw-qr.ts';

/** Returns the dark modules of a drawing, row by row. */
function readModules({ path, size }: QrDrawing): boolean[][] {
  const modules = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let at = 0; at < Number(width); at += 1) {
      const row = modules[Number(y)];
      if (row !== undefined) row[Number(x) + at] = true;
    }
  }
  return modules;
}

/**
 * Returns the error correction level (ISO/IEC 18004): the first two bits of the format, unmasked.
 */
function readLevel(modules: boolean[][]): string {
  const [first, second] = modules[8] ?? [];
  return `${first === true ? 0 : 1}${second === true ? 1 : 0}`;
}

const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];

test('a code starts at the very edge, as the card has the margin, and has three corner marks', () => {
  const drawing = drawQr('00020126580014br.gov.bcb.pix');
  if (drawing === null) throw new Error('nothing was drawn');
  const modules = readModules(drawing);
  const corner = (x: number, y: number) =>
    modules.slice(y, y + 7).map((row) =>
      row
        .slice(x, x + 7)
        .map((isDark) => (isDark ? '#' : '.'))
        .join(''),
    );
  const far = drawing.size - 7;
  expect(corner(0, 0)).toEqual(finder);
  expect(corner(far, 0)).toEqual(finder);
  expect(corner(0, far)).toEqual(finder);
});

test.each([
  ['Q for texts that fit (§9)', 1024, '11'],
  ['M for longer texts', 2000, '00'],
  ['L for the longest', 2800, '01'],
])('its level is %s', (_, length, bits) => {
  const drawing = drawQr('x'.repeat(length));
  if (drawing === null) throw new Error('nothing was drawn');
  expect(readLevel(readModules(drawing))).toBe(bits);
});

test('a text too long for any code isn’t drawn', () => {
  expect(drawQr('é'.repeat(3000))).toBeNull();
});
