import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';
import { untilColoursSettle } from './until-colours-settle.ts';

/**
 * The WCAG rules only: axe's best practices are meant for whole pages, and a frame may have its own
 * banner.
 */
export const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks the demo's cashier once the expected screen is visible. */
export async function expectNoViolations(page: Page, landmark: Locator): Promise<void> {
  await expect(landmark).toBeVisible();
  await untilColoursSettle(page);
  const { violations } = await new AxeBuilder({ page })
    .include({ fromFrames: ['#cashier-frame iframe', 'html'] })
    .withTags(rules)
    .analyze();
  // axe ends in a page of its own that took the front; a click into a page behind it may be lost.
  await page.bringToFront();
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}
