import { devices, expect, test } from '@playwright/test';
import { AndroidApp } from '../pages/android-app.ts';

const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
test.use({ viewport, userAgent, deviceScaleFactor, isMobile, hasTouch });

test('Chromium with an Android-like bridge: a deposit, told to the app from start to close', async ({
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
  await cashier.press(cashier.button('reference.copy'));
  await expect
    .poll(() => app.messages.payloads('onCopyToBuffer'))
    .toEqual([{ text: expect.any(String) }]);

  await app.say({ messageType: 'theme-updated', payload: { theme: 'light' } });
  await expect(cashier.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await cashier.press(cashier.closeButton);
  await expect.poll(() => app.messages.payloads('onClose')).toHaveLength(1);
});
