import type { Page } from '@playwright/test';

/**
 * Stops the clock of a page that has one installed, a moment from now: what it shows for some seconds
 * stays, however slow the machine is.
 */
export async function standStill(page: Page): Promise<void> {
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + 1000);
}
