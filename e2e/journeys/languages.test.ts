import { expect, test } from '@playwright/test';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage } from '../pages/host-page.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('an Arabic player deposits from right to left; at 320 px nothing scrolls sideways', async ({
  page,
}) => {
  const host = await HostPage.open(page, { locale: 'ar' });
  const { cashier } = host;
  await expectFits(page, cashier, cashier.method('بطاقة مصرفية'));
  await cashier.choose('بطاقة مصرفية');
  await expect(cashier.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(cashier.frame.locator('html')).toHaveAttribute('lang', 'ar');
  // Digits of an Arabic keyboard.
  await cashier.amount.fill('٥٠');
  await expect(cashier.amount).toHaveValue('50');
  await expect(cashier.submit).toContainText('50.00');
  await expectFits(page, cashier, cashier.amount);

  const provider = await cashier.followToProvider(() => cashier.pay());
  await expectFits(page, cashier, cashier.status('waiting'));
  await provider.press('Approve');
  await expectFits(page, cashier, cashier.status('processed'));
  await host.expectBalance('50');
});

test('the words of a list come before it is taken over, and those of a form with the form', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => {
    const [, file] = /\/locales\/(.*)\.[\w-]+\.json$/.exec(request.url()) ?? [];
    if (file !== undefined) requested.push(file);
  });
  const { cashier } = await HostPage.open(page, { locale: 'ru' });
  await expect(cashier.search).toBeVisible();
  await cashier.choose('Банковская карта');
  await expect(cashier.submit).toBeVisible();
  expect(requested).toEqual(['ru', 'ru.shared']);
});
