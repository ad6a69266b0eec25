import { expect, test } from 'vitest';
import { drawPicture } from './draw-picture.ts';

const card = '<path fill="#fff" d="M0 0H38V24H0z"/>';
const svg = (inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 38 24">${inside}</svg>`;
const picture = { title: 'Acme', color: '#FFFFFF' };

test('drops the ground and fits the mark into the middle of the tile', async () => {
  const drawn = await drawPicture(svg(`${card}<path fill="#f00" d="M4 8H12V16H4z"/>`), picture);
  expect(drawn).not.toContain('H38');
  // 8 units wide, so that its area is the one of a square of 29.
  expect(drawn).toContain('translate(-5 -19.5) scale(3.625)');
  expect(drawn).toContain('stroke="#dfe1e5"');
});

test('takes the part of the picture that is the mark', async () => {
  const parts = '<g fill="#f00"><path d="M4 8H12V16H4z"/><path d="M20 8H34V16H20z"/></g>';
  const drawn = await drawPicture(svg(parts), { ...picture, crop: [0, 0, 16, 24] });
  expect(drawn).toContain('<g fill="#f00"><path d="M4 8H12V16H4z"/></g>');
  expect(drawn).not.toContain('M20 8');
});

test('keeps the gradients that are used, and no clip', async () => {
  const gradient = (id: string) =>
    `<linearGradient id="${id}"><stop stop-color="#f00"/></linearGradient>`;
  const clip = '<clipPath id="c"><path d="M0 0H9V9z"/></clipPath>';
  const inside = `<g clip-path="url(#c)"><path fill="url(#a)" d="M4 8H12V16H4z"/></g><defs>${gradient('a')}${gradient('b')}${clip}</defs>`;
  const drawn = await drawPicture(svg(inside), picture);
  expect(drawn).toContain(gradient('a'));
  expect(drawn).not.toContain('id="b"');
  expect(drawn).not.toContain('clip');
});

test('refuses a picture of which nothing is left', async () => {
  await expect(drawPicture(svg(card), picture)).rejects.toThrow('Nothing of "Acme" is left');
});
