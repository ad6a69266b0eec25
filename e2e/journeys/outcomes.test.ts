import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

test('a deposit outlives a reload and a closed popup, is unconfirmed after a minute, and processed when the money arrives', async ({
  page,
}) => {
  await page.clock.install();
  const host = await HostPage.open(page);
  const { cashier } = host;
  const openAgain = () =>
    cashier.followToProvider(() => cashier.link('complete.openAgain').click());
  const closed = await cashier.deposit('Bank card', '50');
  await expect(cashier.status('waiting')).toBeVisible();
  await cashier.reload();
  await closed.close();
  await expect(cashier.status('waiting')).toBeVisible();
  const pending = await openAgain();
  await pending.press('Leave pending');
  await expect(cashier.status('waiting')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(cashier.unconfirmed).toBeVisible();
  // The minute changes words. The payment can still be made.
  const paid = await openAgain();
  await paid.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('a payment page that the player closed is told, and the way back to it comes first', async ({
  page,
}) => {
  await page.clock.install();
  const host = await HostPage.open(page);
  const { cashier } = host;
  const left = await cashier.deposit('Bank card', '50');
  await left.close();
  await page.clock.runFor(2000);
  await expect(cashier.left).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(cashier.left).toBeVisible();
  const again = await cashier.followToProvider(() => cashier.link('complete.closed.open').click());
  await again.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('a blocked popup is replaced by a link that works', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  await cashier.submit.click();
  await expect(cashier.text('deposit.blocked.text')).toBeVisible();

  const provider = await cashier.followToProvider(() =>
    cashier.link('deposit.blocked.open').click(),
  );
  await expect(cashier.status('waiting')).toBeVisible();
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});
