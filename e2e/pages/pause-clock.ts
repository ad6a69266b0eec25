import type { Page } from '@playwright/test';

/** The time in ms until the pause: a clock can't be paused at a time that has passed meanwhile. */
const marginMs = 5000;

/**
 * Pauses the installed clock of a page, so that temporary content stays even on a slow machine. The
 * time until then is skipped.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + marginMs);
}
