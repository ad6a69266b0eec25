import type { Page } from '@playwright/test';

/**
 * Pauses the installed clock of a page a moment from now, so that temporary content stays even on a
 * slow machine.
 */
export async function pauseClock(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
}
