import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

test('an Arabic player deposits from right to left', async ({ page }) => {
  const host = await HostPage.open(page, { locale: 'ar' });
  const { cashier } = host;
  await cashier.choose('بطاقة مصرفية');
  await expect(cashier.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(cashier.frame.locator('html')).toHaveAttribute('lang', 'ar');
  // Digits of an Arabic keyboard.
  await cashier.amount.fill('٥٠');
  await expect(cashier.amount).toHaveValue('50');
  await expect(cashier.submit).toContainText('50.00');

  const provider = await cashier.followToProvider(() => cashier.pay());
  await expect(cashier.status('waiting')).toBeVisible();
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('Russian uses its own plurals', async ({ page }) => {
  const { cashier } = await HostPage.open(page, { locale: 'ru' });
  await expect(cashier.search).toHaveAttribute('placeholder', /^Поиск: \d+ способ(|а|ов)$/);
  const found = (words: string | RegExp) => cashier.frame.getByRole('region', { name: words });
  await cashier.search.fill('paysafecard');
  await expect(found('Найден 1 способ')).toBeVisible();
  await cashier.search.fill('tether');
  await expect(found(/^Найдено [234] способа$/)).toBeVisible();
  await cashier.search.fill('криптовалюта');
  await expect(found(/^Найдено (1[1-9]|\d?[05-9]) способов$/)).toBeVisible();
  await cashier.search.fill('qqq');
  const nothing = cashier.frame.getByRole('heading', { name: cashier.words('search.text') });
  await expect(nothing).toBeVisible();
});
