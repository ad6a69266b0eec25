import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { locales, resolveLocale } from '@kassa/contract';
import { type CDPSession, expect, type Page, test } from '@playwright/test';
import { readStoriesUrl, stack } from './stack/stack.ts';

const folder = path.join(stack.root, 'locales');
const tags = globSync('*.json', { cwd: folder }).map((file) => path.basename(file, '.json'));

/** The fonts of Debian's `fonts-noto-core` for letters that Noto Sans lacks, by the script. */
const scripts: [RegExp, string][] = [
  [/\p{Script=Arabic}/u, 'Noto Sans Arabic'],
  [/\p{Script=Bengali}/u, 'Noto Sans Bengali'],
  [/\p{Script=Devanagari}/u, 'Noto Sans Devanagari'],
  [/\p{Script=Thai}/u, 'Noto Sans Thai'],
];

/** All messages of a language, in the syntax of its file. */
function readText(tag: string): string {
  const messages: Record<string, string> = JSON.parse(
    readFileSync(path.join(folder, `${tag}.json`), 'utf8'),
  );
  return Object.values(messages).join(' ');
}

test('each letter of each language has a glyph, and its script’s own font', async ({ page }) => {
  await page.goto(`${readStoriesUrl()}/iframe.html?viewMode=story`);
  await page.waitForSelector('.sb-show-nopreview', { state: 'attached' });
  await page.evaluate(() => {
    document.body.innerHTML = '<p></p>';
  });
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  for (const tag of tags.sort()) {
    const text = readText(tag);
    // Signs such as ≈ may come from any font.
    const words = text.replaceAll(/[^\p{L}\p{M} ]/gu, '');
    const { direction } = locales[resolveLocale(tag)];
    await page.evaluate(writeParagraph, [tag, direction, words]);
    const signs = [...new Set(text)].filter((sign) => sign.trim() !== '');
    expect.soft(await findBoxes(page, signs), tag).toEqual([]);
    const own = scripts.filter(([script]) => script.test(words)).map(([, font]) => font);
    const expected = tag === 'ur' ? ['Noto Nastaliq Urdu'] : own;
    const fonts = await listFonts(session);
    expect.soft(fonts, tag).toEqual(expect.arrayContaining(expected));
    const others = fonts.filter((font) => font !== 'Noto Sans' && !expected.includes(font));
    expect.soft(others, tag).toEqual([]);
  }
});

/** Runs in the page: writes a text in a language. */
function writeParagraph([lang = '', dir = '', words = '']: string[]): void {
  Object.assign(document.documentElement, { lang, dir });
  document.querySelector('p')?.replaceChildren(words);
}

/** Returns the letters that are drawn as the box for those that no font has. */
function findBoxes(page: Page, letters: string[]): Promise<string[]> {
  return page.evaluate((all) => {
    const canvas = new OffscreenCanvas(32, 32);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (context === null) throw new Error('There is no canvas');
    context.font = `16px ${getComputedStyle(document.body).fontFamily}`;
    const draw = (letter: string) => {
      context.clearRect(0, 0, 32, 32);
      context.fillText(letter, 8, 22);
      return context.getImageData(0, 0, 32, 32).data.join();
    };
    // No font has a glyph for a noncharacter.
    const box = draw('\u{10ffff}');
    return all.filter((letter) => draw(letter) === box);
  }, letters);
}

/** Returns the families of the fonts that the page's text is drawn with. */
async function listFonts(session: CDPSession): Promise<string[]> {
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', {
    nodeId: root.nodeId,
    selector: 'p',
  });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  return fonts.map(({ familyName }) => familyName);
}
