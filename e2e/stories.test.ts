import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { openStories } from './pages/open-stories.ts';
import type { StoryViewer } from './pages/story-viewer.ts';
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

/**
 * Parts are mirrored within the screens that contain them. Only a long run tests them separately
 * too.
 */
function isTestedInArabic({ title }: Story): boolean {
  return process.env.KASSA_LONG === '1' || !/^(UI|Fields|Features)\//.test(title);
}

const mirrored = stories.filter(isTestedInArabic);
// Playwright loads this file again in each worker.
if (process.env.TEST_WORKER_INDEX === undefined)
  console.log(`${stories.length} stories, ${mirrored.length} of them in Arabic too`);

for (const { id } of stories) {
  test(`${id} is accessible and logs no error in light and dark`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:en');
    expect.soft(await viewer.findProblems(), `light, ${viewer.order}`).toEqual([]);
    expect.soft(await viewer.findProblemsInDark(), `dark, ${viewer.order}`).toEqual([]);
  });
}

// Only a long run tests the text at twice its size, on the narrowest phone.
for (const { id } of process.env.KASSA_LONG === '1' ? stories : []) {
  test(`${id} can be read in large letters`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:en');
    expect(await viewer.findCutText(), `large letters, ${viewer.order}`).toEqual([]);
  });
}

// These tests run last, because the page is reloaded for another language.
for (const { id } of mirrored) {
  test(`${id} is accessible and logs no error in Arabic`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:ar');
    await expect(viewer.page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(await viewer.findProblemsOfLanguage(), `Arabic, ${viewer.order}`).toEqual([]);
  });
}
