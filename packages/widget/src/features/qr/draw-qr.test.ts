import jsQR from 'jsqr';
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

/** Reads a drawing with a reader that isn't ours, as a phone's camera sees it. */
function scan(drawing: QrDrawing): string | undefined {
  const [scale, margin] = [4, 16];
  const edge = drawing.size * scale + 2 * margin;
  const pixels = new Uint8ClampedArray(edge * edge * 4).fill(255);
  readModules(drawing).forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return;
      for (let at = 0; at < scale * scale; at += 1) {
        const column = margin + x * scale + (at % scale);
        const line = margin + y * scale + Math.floor(at / scale);
        pixels.fill(0, (line * edge + column) * 4, (line * edge + column) * 4 + 3);
      }
    });
  });
  return jsQR(pixels, edge, edge)?.data;
}

test.each([
  'upi://pay?pa=northline@okaxis&pn=Caf%C3%A9%20%26%20Co%20%231&tn=KS-7Q2M-41XK&am=1003.00&cu=INR',
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000',
])('%s is read again as it is', (text) => {
  const drawing = drawQr(text);
  if (drawing === null) throw new Error('nothing was drawn');
  expect(scan(drawing)).toBe(text);
});
