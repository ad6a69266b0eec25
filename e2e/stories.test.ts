import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { LocaleTag } from '@kassa/contract';
import { test as base, expect } from '@playwright/test';
import { readSeed } from '../scripts/read-seed.ts';
import { listCompleteLanguages } from './pages/list-complete-languages.ts';
import { openStories } from './pages/open-stories.ts';
import { narrowSize, type StoryViewer } from './pages/story-viewer.ts';
import { stack } from './stack/stack.ts';

interface Story {
  id: string;
  /** Two parts, such as `Deposit/List`. */
  title: string;
  type: string;
}

/** A worker of the test runner uses one page for all its stories. */
const test = base.extend<object, { viewer: StoryViewer }>({
  viewer: [
    async ({ browser }, use) => {
      const viewer = await openStories(browser);
      await use(viewer);
      await viewer.page.close();
    },
    { scope: 'worker' },
  ],
});

const file = path.join(stack.root, 'packages/widget/storybook-static/index.json');
const { entries }: { entries: Record<string, Story> } = JSON.parse(readFileSync(file, 'utf8'));
const stories = Object.values(entries).filter(({ type }) => type === 'story');

const isLong = process.env.KASSA_LONG === '1';

/** Whether a story shows a whole screen. Screens contain the parts that have stories of their own. */
function isOfScreen({ title }: Story): boolean {
  return !/^(UI|Fields|Features)\//.test(title);
}

const screens = stories.filter(isOfScreen);
/** Parts are mirrored within the screens. Only a long run tests them separately too. */
const mirrored = isLong ? stories : screens;
const narrow = chooseLanguages();
// Playwright loads this file again in each worker.
if (process.env.TEST_WORKER_INDEX === undefined)
  console.log(
    `${stories.length} stories, ${mirrored.length} of them in Arabic, ${screens.length} in ${narrow}`,
  );

for (const { id } of stories) {
  test(`${id} is accessible and logs no error in light and dark`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:en');
    expect.soft(await viewer.findProblems(), `light, ${viewer.order}`).toEqual([]);
    expect.soft(await viewer.findProblemsInDark(), `dark, ${viewer.order}`).toEqual([]);
  });
}

// Only a long run tests the text at twice its size, on the narrowest phone.
for (const { id } of isLong ? stories : []) {
  test(`${id} can be read in large letters`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:en');
    expect(await viewer.findCutText(), `large letters, ${viewer.order}`).toEqual([]);
  });
}

// These tests run last, because the page is reloaded for another language.
for (const locale of isLong ? ['ar', 'ur', 'th'] : ['ar']) {
  for (const { id } of mirrored) {
    test(`${id} is accessible and logs no error in ${locale}`, async ({ viewer }) => {
      await viewer.show(id, `theme:light;locale:${locale}`, narrowSize);
      // Some stories are in Arabic whatever the toolbar says.
      const direction = locale === 'th' ? /ltr|rtl/ : 'rtl';
      await expect(viewer.page.locator('html')).toHaveAttribute('dir', direction);
      expect.soft(await viewer.findProblemsOfLanguage(), `${locale}, ${viewer.order}`).toEqual([]);
      if (locale !== 'ar' || !screens.some((screen) => screen.id === id)) return;
      expect(await viewer.findCutTextIn(narrow), `narrow, ${viewer.order}`).toEqual([]);
    });
  }
}

/** All complete languages in a long run; otherwise one that has no stories of its own, by the seed. */
function chooseLanguages(): LocaleTag[] {
  const complete = listCompleteLanguages();
  if (isLong) return complete;
  const further = complete.filter((tag) => tag !== 'en' && tag !== 'ar');
  return further.slice(readSeed() % further.length).slice(0, 1);
}
