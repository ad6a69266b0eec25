import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Glyph } from './glyph.tsx';

const root = path.resolve(import.meta.dirname, '..');

/** The value of a property in the last rule of a selector. */
function readValue(file: string, selector: string, property: string): string | undefined {
  const sheet = readFileSync(path.join(root, file), 'utf8');
  const body = sheet.split(`\n${selector} {\n`).at(-1)?.split('\n}')[0] ?? '';
  return new RegExp(`(?:^|\\s)${property}:\\s*([^;]+);`).exec(body)?.[1];
}

// The measures of §9 that stand in style sheets; the tooltip's stands in its own test.
test.each([
  ['ui/scroll-shadow.module.css', '.shadow', '--tint', '20px'],
  ['fields/amount/amount-input.module.css', '.sizer::after', 'padding-inline-end', '2px'],
])('%s: %s has a %s of %s', (file, selector, property, value) => {
  expect(readValue(file, selector, property)).toBe(value);
});

test('a destructive button doesn’t look like the primary one', () => {
  const background = (look: string) => readValue('ui/button.module.css', look, 'background');
  expect([background('.primary'), background('.danger')]).toEqual(['var(--k-accent)', 'none']);
});

test.each([
  ['fields/amount/amount-chips.module.css', '.chip[aria-pressed="true"]'],
  ['ui/button.module.css', '.soft'],
  ['flows/method-list/tiles.module.css', '.badge'],
])('%s: %s has the host’s accent', (sheet, selector) => {
  const look = ['background', 'color'].map((property) => readValue(sheet, selector, property));
  expect(look).toEqual(['var(--k-accent-bg)', 'var(--k-accent-text)']);
});

test('the search has no clear button of the browser’s beside ours', () => {
  const sheet = 'ui/search-field.module.css';
  expect(readValue(sheet, '.input::-webkit-search-cancel-button', 'display')).toBe('none');
});

test.each(['ui/detail.module.css', 'flows/history/row.module.css'])(
  '%s: a reference stays on one line',
  (sheet) => {
    expect(readValue(sheet, '.reference', 'white-space')).toBe('nowrap');
  },
);

test('two quiet actions of the complete page share a row of 288 px, as on a phone of 320 px', () => {
  const sheet = 'flows/deposit/complete/complete-actions.module.css';
  const narrowestRem = Number(/([\d.]+)rem/.exec(readValue(sheet, '.pair > *', 'flex') ?? '')?.[1]);
  const gapPx = Number.parseInt(readValue(sheet, '.pair', 'gap') ?? '', 10);
  expect(2 * narrowestRem * 16 + gapPx).toBeLessThanOrEqual(288);
});

test('choices that scroll have the shadow', () => {
  expect(readValue('features/dropdown/dropdown.module.css', '.list', 'composes')).toContain(
    'scroll-shadow.module.css',
  );
});

/** Their letters stand for a picture and have its size. */
const pictures = ['ui/icon.module.css', 'ui/flag.module.css'];

test('text grows with the player’s font size', () => {
  const fixed = globSync('**/*.css', { cwd: root })
    .filter((file) => !pictures.includes(file))
    .filter((file) => /\bfont(-size)?:[^;]*\dpx/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(fixed).toEqual([]);
});

/** Their lines are those of sums and numbers, in Latin digits. */
const ofDigits = [
  'fields/amount/amount-input.module.css',
  'features/requisites/requisites.module.css',
  'flows/deposit/created/transfer/transfer.module.css',
  'flows/sweepstake/redemption/balance-card.module.css',
  'method-kinds/onramp/offers/offer-card.module.css',
  'method-kinds/onramp/offers/offer-choice.module.css',
];

test('lines of words are as high as their script needs', () => {
  const fixed = globSync('**/*.css', { cwd: root })
    .filter((file) => !ofDigits.includes(file))
    .filter((file) => /line-height: (?!var\()/.test(readFileSync(path.join(root, file), 'utf8')));
  expect(fixed).toEqual([]);
});

test('words have no spaced letters: joined ones would come apart', () => {
  const spaced = globSync('**/*.css', { cwd: root })
    .filter((file) => !ofDigits.includes(file))
    .filter((file) => readFileSync(path.join(root, file), 'utf8').includes('letter-spacing'));
  // The code from a message.
  expect(spaced).toEqual(['flows/withdrawal/confirm/code-section.module.css']);
});

test.each([
  ['[lang="ur"]', '--k-lines', '2'],
  ['[lang="ur"]', '--k-arabic', '"Noto Nastaliq Urdu"'],
  [':is([lang="bn"], [lang="hi"], [lang="th"])', '--k-lines', '1.5'],
  ['[lang="de"] body', 'hyphens', 'auto'],
  ['bdi', 'hyphens', 'manual'],
])('the script decides: %s has a %s of %s', (selector, property, value) => {
  expect(readValue('ui/base.css', selector, property)).toBe(value);
});

test('line drawings grow with the player’s font size', () => {
  expect(readValue('ui/base.css', ':where(svg)', 'font-size')).toBe('1rem');
  const fixed = globSync('**/*.tsx', { cwd: root }).filter((file) =>
    /<svg[^>]*?\s(?:width|height)=\{\d/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(fixed).toEqual([]);
});

test('a glyph’s size is in em', () => {
  const markup = renderToStaticMarkup(createElement(Glyph, { name: 'clock', size: 20 }));
  expect(markup).toContain('width="1.25em" height="1.25em"');
});
