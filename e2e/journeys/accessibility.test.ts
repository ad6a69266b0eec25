import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectNoViolations, rules } from '../pages/expect-no-violations.ts';
import { HostPage } from '../pages/host-page.ts';
import { untilColoursSettle } from '../pages/until-colours-settle.ts';

// The colours in the middle of a transition don't count.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('axe finds no violation on the demo page, nor in the cashier during a deposit', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await expect(host.cashierState).toHaveText('Ready');
  await expect(cashier.method('Bank card')).toBeVisible();
  await untilColoursSettle(page);
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(violations).toEqual([]);
  await page.bringToFront();
  await cashier.choose('Bank card');
  await expectNoViolations(page, cashier.amount);
  await cashier.amount.fill('50');
  const provider = await cashier.followToProvider(() => cashier.pay());
  await provider.press('Approve');
  await expectNoViolations(page, cashier.status('processed'));
});

test('a deposit needs no mouse, and the focus follows the screens', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await expect(host.cashierState).toHaveText('Ready');
  await tabTo(page, page.getByRole('link', { name: 'Skip to the cashier' }));
  await page.keyboard.press('Enter');
  const heading = cashier.frame.getByRole('banner').getByRole('heading', { level: 1 });
  await expect(cashier.method('Bank card')).toBeVisible();
  await expect(heading).not.toBeFocused();
  await tabTo(page, cashier.method('Bank card'));
  await page.keyboard.press('Enter');
  await expect(cashier.amount).toBeVisible();
  await expect(heading).toBeFocused();
  await tabTo(page, cashier.amount);
  await page.keyboard.type('50');
  const provider = await cashier.followToProvider(() => page.keyboard.press('Enter'));

  await tabTo(provider.popup, provider.button('Approve'));
  const closed = provider.popup.waitForEvent('close');
  // The window closes on keydown and may be gone before keyup.
  await provider.popup.keyboard.press('Enter').catch(() => {});
  await closed;

  await expect(cashier.status('processed')).toBeVisible();
  await tabTo(page, cashier.frame.locator('footer').getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Open cashier' })).toBeFocused();
});

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const isFocused = () => target.evaluate((element) => element.matches(':focus'));
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (await isFocused()) return;
  }
  await expect(target).toBeFocused();
}
