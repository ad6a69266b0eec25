import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const files = readdirSync(root, { recursive: true, encoding: 'utf8' });
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** CSS that names a physical side of the screen. In Arabic it would not be mirrored. */
const sides = [
  /(?<![\w-])(?:scroll-)?(?:margin|padding)-(?:left|right)\b/,
  /(?<![\w-])border(?:-top|-bottom)?-(?:left|right)\b/,
  /(?<![\w-])(?:left|right)\s*:/,
  /(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/,
  // The second of four values is the right side, the fourth the left one.
  /(?<![\w-])(?:scroll-)?(?:margin|padding|inset)\s*:\s*\S+ (\S+) \S+ (?!\1\s*;)\S+\s*;/,
];

test.each(files.filter((file) => file.endsWith('.css')))(
  '%s names no physical side of the screen',
  (file) => {
    const sheet = read(file).replace(/\/\*.*?\*\//gs, '');
    expect(sides.flatMap((side) => side.exec(sheet)?.[0] ?? [])).toEqual([]);
  },
);

const arrows = files.filter(
  (file) =>
    /(?<!\.test|\.stories)\.tsx$/.test(file) &&
    /<Glyph name=(?:"back"|"forward"|\{direction\})/.test(read(file)),
);

test('there are arrows along the line of text', () => {
  expect(arrows).toContain(path.join('features', 'bonus', 'bonus-slides.tsx'));
});

test.each(arrows)('%s mirrors its arrow with the line, or points it down', (file) => {
  const sheet = /import styles from '\.\/(.+)';/.exec(read(file))?.[1] ?? '';
  expect(read(path.join(path.dirname(file), sheet))).toMatch(
    /\[dir="rtl"\] [^{}]+\{\s*transform: scaleX\(-1\);|transform: rotate\(90deg\);/,
  );
});
