import { expect, test } from 'vitest';
import { writePdf } from './write-pdf.ts';

const jpeg = Uint8Array.from({ length: 300 }, (_, index) => index % 256);
const read = (widthPx: number, heightPx: number) =>
  new TextDecoder('latin1').decode(writePdf(jpeg, { widthPx, heightPx }));

test('the table of a document leads to its objects, and the end to the table', () => {
  const text = read(1080, 1056);
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(tableAt)).toMatch(/^xref\n0 6\n/);
  const places = [...text.slice(tableAt).matchAll(/^(\d{10}) 00000 n $/gm)];
  expect(places).toHaveLength(5);
  for (const [index, [, place]] of places.entries()) {
    expect(text.slice(Number(place))).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
  }
});

test('the lengths of its streams are right, and the picture is in it unchanged', () => {
  const text = read(1080, 1056);
  const streams = [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)];
  expect(streams).toHaveLength(2);
  for (const { 0: head, 1: length, index } of streams) {
    const end = index + head.length + Number(length);
    expect(text.slice(end)).toMatch(/^\nendstream/);
  }
  const picture = streams[1];
  const from = (picture?.index ?? 0) + (picture?.[0].length ?? 0);
  expect(text.slice(from, from + jpeg.length)).toBe(new TextDecoder('latin1').decode(jpeg));
});

test.each([
  [1080, 1056],
  [1080, 9000],
  [9000, 500],
])('a picture of %i × %i px lies within the page', (widthPx, heightPx) => {
  const [, width, height, left, bottom] = (
    /q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm/.exec(read(widthPx, heightPx)) ?? []
  ).map(Number);
  expect(Number(left) + Number(width)).toBeLessThanOrEqual(595 - 56 + 0.02);
  expect(Number(bottom)).toBeGreaterThanOrEqual(56 - 0.02);
  expect(Number(width) / Number(height)).toBeCloseTo(widthPx / heightPx, 1);
});
