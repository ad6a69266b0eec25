import { type Browser, devices } from '@playwright/test';
import { StoryViewer, usualSize } from './story-viewer.ts';

/** Opens a page for stories, with animations at their end. */
export async function openStories(browser: Browser): Promise<StoryViewer> {
  const page = await browser.newPage({
    reducedMotion: 'reduce',
    viewport: usualSize,
    // Storybook detects tests by this user agent, and then shows animations and transitions at
    // their end.
    userAgent: `${devices['Desktop Chrome'].userAgent} StorybookTestRunner`,
  });
  return new StoryViewer(page);
}
