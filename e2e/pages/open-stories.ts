import { type Browser, devices } from '@playwright/test';
import { StoryViewer } from './story-viewer.ts';

/** A page for stories, in which all that moves stands at its end. */
export async function openStories(browser: Browser): Promise<StoryViewer> {
  const page = await browser.newPage({
    reducedMotion: 'reduce',
    // Storybook knows a test by this name, and then shows animations and transitions as they end.
    userAgent: `${devices['Desktop Chrome'].userAgent} StorybookTestRunner`,
  });
  return new StoryViewer(page);
}
