import { expect, type Locator, type Page } from '@playwright/test';
import type { Cashier } from './cashier.ts';

/** Asserts that neither the page nor the cashier scrolls sideways, once an element is visible. */
export async function expectFits(page: Page, cashier: Cashier, landmark: Locator): Promise<void> {
  await expect(landmark).toBeVisible();
  for (const root of [page.locator('html'), cashier.frame.locator('html')]) {
    const [contentPx, widthPx] = await root.evaluate((html) => [
      html.scrollWidth,
      html.clientWidth,
    ]);
    expect(contentPx).toBeLessThanOrEqual(widthPx ?? 0);
  }
}
