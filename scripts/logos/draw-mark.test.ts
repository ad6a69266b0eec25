import { expect, test } from 'vitest';
import { drawMark } from './draw-mark.ts';
import { measurePaths } from './path-bounds.ts';

const tile = { title: 'Acme & <Sons>', color: '#0060AF' };
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${inside}</svg>`;

test.each<[string, [left: number, top: number, right: number, bottom: number]]>([
  ['M1 2L5 8H9V1Z', [1, 1, 9, 8]],
  ['m1 2 4 6h4v-7z', [1, 1, 9, 8]],
  ['M0 0 10 0 10 10', [0, 0, 10, 10]],
  // The control points lie beyond the curve.
  ['M0 0C0 8 8 8 8 0', [0, 0, 8, 6]],
  ['M0 0Q4 8 8 0T16 0', [0, -4, 16, 4]],
  ['M0 0C0 8 8 8 8 0S16-8 16 0', [0, -6, 16, 6]],
  // A circle of two arcs, with the flags written together.
  ['M0 5a5 5 0 1110 0A5 5 0 110 5', [0, 0, 10, 10]],
  ['M.5.5l-1e0-.25', [-0.5, 0.25, 0.5, 0.5]],
])('measures %s', (path, [left, top, right, bottom]) => {
  const box = measurePaths([path]);
  expect(box.left).toBeCloseTo(left, 1);
  expect(box.top).toBeCloseTo(top, 1);
  expect(box.right).toBeCloseTo(right, 1);
  expect(box.bottom).toBeCloseTo(bottom, 1);
});

test('rejects an invalid path', () => {
  expect(() => measurePaths(['M0 0 X 5'])).toThrow('"X" is not a path command');
});

test('centres a mark in a tile, at the same optical size as others', () => {
  const drawn = drawMark(svg('<circle r="9"/><path d="M0 0H24V24H0z"/>'), tile);
  expect(drawn).toContain('<rect width="48" height="48" rx="12" fill="#0060AF"/>');
  expect(drawn).toContain('transform="translate(11 11) scale(1.0833)"><path d="M0 0H24V24H0z"/>');
  expect(drawn).not.toContain('circle');
  // A wide mark is limited by its width.
  expect(drawMark(svg('<path d="M0 10H24V14H0z"/>'), tile)).toContain('scale(1.4583)');
});

test('removes elements from a title', () => {
  expect(drawMark(svg('<path d="M0 0H9V9z"/>'), tile)).toContain('<title>Acme Sons</title>');
});

test.each([
  ['#0060AF', '#fff'],
  ['#FFCC00', '#111827'],
])('on %s uses %s', (color, ink) => {
  expect(drawMark(svg('<path d="M0 0H9V9z"/>'), { ...tile, color })).toContain(`<g fill="${ink}"`);
});

test('refuses a file without a path, and a colour by name', () => {
  expect(() => drawMark(svg('<circle r="9"/>'), tile)).toThrow('contains no path');
  const named = { ...tile, color: 'red' };
  expect(() => drawMark(svg('<path d="M0 0H9V9z"/>'), named)).toThrow('is not a colour');
});
