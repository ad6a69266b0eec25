import { expect, test } from 'vitest';
import { buildMethod } from '../../testing/build-method.ts';
import { checkVideos } from './check-media.ts';

function check(films: Record<string, string>): string[] {
  const entry = buildMethod('pix', { video_guide_url: films });
  const placed = { entry, file: 'methods/br.json', path: 'methods.0' };
  return checkVideos(placed).map(({ path, message }) => `${path}: ${message}`);
}

const film = 'https://www.youtube.com/watch?v=KassaPix001';

test('accepts videos on players that the page may frame, for a language and a country', () => {
  const pt = 'https://vimeo.com/76979871';
  expect(check({ redesign: film, pt, pt_br: film, fil: film })).toEqual([]);
});

test.each([
  'http://www.youtube.com/watch?v=KassaPix001',
  'https://films.example/pix.mp4',
  'https://www.youtube.com/',
  'javascript:alert(1)',
  'pix',
])('%j is not a video', (address) => {
  expect(check({ redesign: address })).toEqual([
    'methods.0.video_guide_url.redesign: is not an https video on YouTube or Vimeo',
  ]);
});

test.each(['pt-BR', 'pt_BR', 'default', 'br_'])('%j is not an audience', (key) => {
  expect(check({ [key]: film })).toEqual([
    `methods.0.video_guide_url.${key}: must be "redesign", a language such as "pt", or both such as "pt_br"`,
  ]);
});
