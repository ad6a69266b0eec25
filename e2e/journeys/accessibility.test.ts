import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { untilColoursSettle } from '../pages/until-colours-settle.ts';

// The colours in the middle of a transition don't count.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const theme of ['light', 'dark'] as const) {
  test(`axe finds no violation during a deposit, ${theme}`, async ({ page }) => {
    const host = await HostPage.open(page, { theme });
    const { cashier } = host;
    await expectNoViolations(page, cashier.method('Bank card'));
    await cashier.choose('Bank card');
    await expectNoViolations(page, cashier.amount);
    await cashier.amount.fill('1');
    await expectNoViolations(page, cashier.text('form.amountInput.limit.min'));
    await cashier.amount.fill('50');
    const provider = await cashier.followToProvider(() => cashier.pay());
    await expectNoViolations(page, cashier.status('waiting'));
    await provider.press('Approve');
    await expectNoViolations(page, cashier.status('processed'));
  });
}

test('axe finds no violation on the demo page', async ({ page }) => {
  const host = await HostPage.open(page);
  await expect(host.cashierState).toHaveText('Ready');
  await untilColoursSettle(page);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(violations).toEqual([]);
});

test('a deposit needs no mouse', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await expect(host.cashierState).toHaveText('Ready');
  await tabTo(page, page.getByRole('link', { name: 'Skip to the cashier' }));
  await page.keyboard.press('Enter');
  await tabTo(page, cashier.method('Bank card'));
  await page.keyboard.press('Enter');
  await tabTo(page, cashier.amount);
  await page.keyboard.type('50');
  const provider = await cashier.followToProvider(() => page.keyboard.press('Enter'));

  await tabTo(provider.popup, provider.button('Approve'));
  const closed = provider.popup.waitForEvent('close');
  // The window closes on keydown and may be gone before keyup.
  await provider.popup.keyboard.press('Enter').catch(() => {});
  await closed;

  await expect(cashier.status('processed')).toBeVisible();
  await tabTo(page, cashier.frame.getByRole('contentinfo').getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open cashier' })).toBeFocused();
});

test('changing the region and going back need no mouse', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const heading = cashier.frame.getByRole('banner').getByRole('heading', { level: 1 });
  await expect(cashier.method('Bank card')).toBeVisible();
  const change = cashier.frame.getByRole('link', { name: cashier.words('region.change') });
  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(cashier.words('title.region'));
  await expect(heading).toBeFocused();
  await tabTo(page, cashier.frame.getByRole('searchbox'));
  await page.keyboard.type('braz');
  await tabTo(page, cashier.frame.getByRole('button', { name: 'Brazil' }));
  await page.keyboard.press('Enter');
  await expect(cashier.frame.getByText('Brazil')).toBeVisible();

  await tabTo(page, change);
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(cashier.words('title.region'));
  await expect(heading).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(heading).toHaveText(cashier.words('title.depositMethod'));
  await expectNoViolations(page, cashier.method('Bank card'));
});

test('the focus moves to the heading of each new screen, and never leaves the page at first', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const heading = cashier.frame.getByRole('banner').getByRole('heading', { level: 1 });
  await expect(cashier.method('Bank card')).toBeVisible();
  await expect(heading).not.toBeFocused();
  await cashier.choose('Bank card');
  await expect(heading).toBeFocused();
  await cashier.button('back').first().click();
  await expect(cashier.method('Bank card')).toBeVisible();
  await expect(heading).toBeFocused();

  const provider = await cashier.deposit('Bank card', '50');
  await expect(cashier.status('waiting')).toBeVisible();
  await expect(heading).toBeFocused();
  await provider.press('Decline');
  await cashier.button('complete.back').click();
  await expect(cashier.amount).toBeVisible();
  await expect(heading).toBeFocused();
});

/**
 * The WCAG rules only: axe's best practices are meant for whole pages, and a frame may have its own
 * banner.
 */
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks the widget's frame once the expected screen is visible. */
async function expectNoViolations(page: Page, landmark: Locator): Promise<void> {
  await expect(landmark).toBeVisible();
  await untilColoursSettle(page);
  const { violations } = await new AxeBuilder({ page })
    .include({ fromFrames: ['iframe[title="Cashier"]', 'html'] })
    .withTags(rules)
    .analyze();
  // axe ends in a page of its own that took the front; a click into a page behind it may be lost.
  await page.bringToFront();
  const found = violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
  expect(found).toEqual([]);
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused()) return;
  }
  await expect(target).toBeFocused();
}
