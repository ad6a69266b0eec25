import { expect, type Locator, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

test.use({ viewport: { width: 320, height: 640 } });

for (const { locale, card } of [
  { locale: 'en', card: 'Bank card' },
  { locale: 'ru', card: 'Банковская карта' },
  { locale: 'ar', card: 'بطاقة مصرفية' },
]) {
  test(`nothing is cut off or scrolls sideways at 320 px, in ${locale}`, async ({ page }) => {
    const host = await HostPage.open(page, { locale });
    const { cashier } = host;
    const expectFits = async (landmark: Locator) => {
      await expect(landmark).toBeVisible();
      for (const root of [page.locator('html'), cashier.frame.locator('html')]) {
        const [contentPx, widthPx] = await root.evaluate((html) => [
          html.scrollWidth,
          html.clientWidth,
        ]);
        expect(contentPx).toBeLessThanOrEqual(widthPx ?? 0);
      }
    };
    await expectFits(cashier.method(card));
    await cashier.choose(card);
    await cashier.amount.fill('4999.99');
    await expectFits(cashier.amount);
    const provider = await cashier.followToProvider(() => cashier.pay());
    await expectFits(cashier.status('waiting'));
    await provider.press('Pay a part');
    await expectFits(cashier.status('processed'));
  });
}
