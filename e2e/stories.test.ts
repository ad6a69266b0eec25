import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test as base, expect } from '@playwright/test';
import { StoryViewer } from './pages/story-viewer.ts';
import { stack } from './stack/stack.ts';

interface StoryIndex {
  entries: Record<string, { id: string; type: string }>;
}

/** One page for all stories of a worker, so that Storybook itself loads once. */
const test = base.extend<object, { viewer: StoryViewer }>({
  viewer: [
    async ({ browser }, use) => {
      // Colours in the middle of a transition are nobody's to judge.
      const page = await browser.newPage({ reducedMotion: 'reduce' });
      // A page that is slow for long says so, and nobody takes it here.
      await page.route('**/rum', (route) => route.fulfill({ status: 204 }));
      await use(new StoryViewer(page));
      await page.close();
    },
    { scope: 'worker' },
  ],
});

const file = path.join(stack.root, 'packages/widget/storybook-static/index.json');
const { entries }: StoryIndex = JSON.parse(readFileSync(file, 'utf8'));

for (const { id, type } of Object.values(entries)) {
  if (type !== 'story') continue;
  test(`${id} is accessible and quiet in light, dark and Arabic`, async ({ viewer }) => {
    await viewer.show(id, 'theme:light;locale:en');
    expect.soft(await viewer.findProblems(), 'light').toEqual([]);
    await viewer.darken();
    expect.soft(await viewer.findProblemsOfColour(), 'dark').toEqual([]);
    await viewer.show(id, 'theme:light;locale:ar');
    expect.soft(await viewer.findProblems(), 'Arabic').toEqual([]);
  });
}
