import { readFileSync } from 'node:fs';
import path from 'node:path';
import postcss, { type AtRule } from 'postcss';
import { preprocessCSS, resolveConfig } from 'vite';
import { expect, test } from 'vitest';
import { hoverMedia } from '../../hover-media.plugin.ts';

/** Returns the built style sheet without its spaces. */
const wrap = (css: string) =>
  postcss([hoverMedia()]).process(css, { from: undefined }).css.replaceAll(/\s/g, '');

test('a rule of :hover applies only where there is hover', () => {
  expect(wrap('.a { color: red } .a:hover { color: blue }')).toBe(
    '.a{color:red}@media(hover:hover){.a:hover{color:blue}}',
  );
});

test('a selector without :hover keeps its rule', () => {
  expect(wrap('.a:hover, .a[data-on]:focus { color: blue }')).toBe(
    '.a[data-on]:focus{color:blue}@media(hover:hover){.a:hover{color:blue}}',
  );
});

test('a rule stays in the queries around it, and in its order', () => {
  expect(wrap('@supports (gap: 1px) { .a:hover { color: blue } .a { color: red } }')).toBe(
    '@supports(gap:1px){@media(hover:hover){.a:hover{color:blue}}.a{color:red}}',
  );
});

test.each([':has(.b:hover)', ':not(:hover)'])('a condition counts: %s', (condition) => {
  expect(wrap(`.a${condition} { color: blue }`)).toBe(
    `@media(hover:hover){.a${condition}{color:blue}}`,
  );
});

const root = path.resolve(import.meta.dirname, '../..');

test('the widget’s style sheets are built with it', async () => {
  const config = await resolveConfig({ root, logLevel: 'error' }, 'build');
  const sheet = path.join(root, 'src/fields/amount/amount-chips.module.css');
  const { code } = await preprocessCSS(readFileSync(sheet, 'utf8'), sheet, config);
  const places: string[] = [];
  postcss.parse(code).walkRules(/:hover/, ({ parent }) => {
    if (parent?.type === 'atrule') places.push((parent as AtRule).params);
  });
  expect(places).toEqual(['(hover: hover)']);
});
