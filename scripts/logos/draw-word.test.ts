import { expect, test } from 'vitest';
import { drawWord, type Word } from './draw-word.ts';
import { measurePaths } from './path-bounds.ts';

const word: Word = { title: 'Acme Pay', word: 'Acme', face: 'sans', color: '#0060AF' };

/** The boxes of what is drawn in each colour. */
function measure(svg: string) {
  return [...svg.matchAll(/<path fill="([^"]+)" d="([^"]+)"\/>/g)].map(([, fill, path = '']) => ({
    fill,
    ...measurePaths([path]),
  }));
}

test('draws a word as paths, within the tile and in its middle', () => {
  const drawn = drawWord(word);
  expect(drawn).not.toContain('<text');
  const [box] = measure(drawn);
  expect(box?.fill).toBe('#fff');
  expect(((box?.left ?? 0) + (box?.right ?? 0)) / 2).toBeCloseTo(24, 0);
  expect(((box?.top ?? 0) + (box?.bottom ?? 0)) / 2).toBeCloseTo(24, 0);
  expect(box?.left).toBeGreaterThanOrEqual(3.9);
});

test('draws brackets in the accent’s colour, and a second line below the first', () => {
  const [first, second] = measure(drawWord({ ...word, word: 'Acme|[Pay]', accent: '#FFCC00' }));
  expect([first?.fill, second?.fill]).toEqual(['#fff', '#FFCC00']);
  expect(second?.top).toBeGreaterThan(first?.bottom ?? 0);
});

test('makes lines equally large, or each as wide as it fits', () => {
  const heights = (part: Partial<Word>) =>
    measure(drawWord({ ...word, word: 'I|[INTERNATIONAL]', accent: '#FFCC00', ...part })).map(
      ({ top, bottom }) => bottom - top,
    );
  const [one = 0, other = 0] = heights({});
  expect(one).toBeCloseTo(other, 0);
  const [tall = 0, low = 0] = heights({ fitsLines: true });
  expect(tall).toBeGreaterThan(low * 2);
});

test('keeps a word apart from its motif', () => {
  const drawn = drawWord({ ...word, motif: 'underline', accent: '#FFCC00' });
  const line = Number(/<rect [^>]*y="([\d.]+)"[^>]*fill="#FFCC00"/.exec(drawn)?.[1]);
  const [box] = measure(drawn);
  expect(line).toBeGreaterThan(box?.bottom ?? 48);
});

test('refuses a letter that no face has', () => {
  expect(() => drawWord({ ...word, word: 'Ж' })).toThrow('There is no outline of "Ж"');
});
