import { devices, expect, test } from '@playwright/test';
import { AndroidApp } from '../pages/android-app.ts';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

test('Chromium with an Android-like bridge: a deposit, reported to the app from start to close', async ({
  page,
}) => {
  const app = await AndroidApp.open(page);
  const { cashier } = app;
  await expect(cashier.method('Bank card')).toBeVisible();
  await expect(cashier.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect
    .poll(() => app.messages.types)
    .toEqual(expect.arrayContaining(['Loaded', 'FullLoaded']));
  expect(app.messages.types.slice(0, 2)).toEqual(['Loaded', 'onInit']);

  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await expect
    .poll(() => app.messages.payloads('depositStatus').at(-1))
    .toMatchObject({ status: 'processed' });
  await cashier.button('receipt.title').click();
  await cashier.button('reference.copy').click();
  await expect
    .poll(() => app.messages.payloads('onCopyToBuffer'))
    .toEqual([{ text: expect.any(String) }]);

  await app.post({ messageType: 'theme-updated', payload: { theme: 'light' } });
  await expect(cashier.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await cashier.closeButton.click();
  await expect.poll(() => app.messages.payloads('onClose')).toHaveLength(1);
});

test('a provider that needs a form is paid in the browser beside the app, and a used link shows an error', async ({
  page,
  context,
}) => {
  // The part behind the `#` is in no request.
  await page.addInitScript(() => {
    const { open } = window;
    window.open = (url, ...rest) => {
      document.documentElement.dataset.opened = String(url);
      return open.call(window, url, ...rest);
    };
  });
  const { cashier } = await AndroidApp.open(page, { paymentGeo: 'de' });
  await cashier.find('Klarna');
  await cashier.amount.fill('50');
  const left = await cashier.followToProvider(() => cashier.pay());
  await expect(cashier.status('waiting')).toBeVisible();
  await left.close();

  const link = (await page.locator('html').getAttribute('data-opened')) ?? '';
  expect(link).toContain('#code=');
  const later = await context.newPage();
  await later.goto(link);
  const over = cashier.words('popup.over.title');
  await expect(later.getByRole('heading', { name: over })).toBeVisible();
  expect(later.url()).not.toContain('code=');

  const again = () => cashier.button('complete.openAgain').click();
  const provider = await cashier.followToProvider(again);
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});
