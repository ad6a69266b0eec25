import { defineConfig } from '@playwright/test';
import journeys, { storiesServer } from './playwright.config.ts';

/** The stories. They need no server of Kassa's. */
export default defineConfig({
  ...journeys,
  outputDir: 'test-results/stories',
  projects: [
    { name: 'stories', testMatch: ['stories.test.ts', 'find-violations.test.ts', 'fonts.test.ts'] },
  ],
  webServer: storiesServer,
});
