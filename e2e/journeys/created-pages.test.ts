import { expect, type Locator, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { HostPage } from '../pages/host-page.ts';
import { ProviderConsole } from '../pages/provider-console.ts';

const invoice = 'Test invoice with a form (simulated)';

/** Starts a deposit that is paid on the cashier's own page. */
async function begin(cashier: Cashier, method: string, amount: string): Promise<void> {
  await cashier.find(method);
  await cashier.amount.fill(amount);
  await cashier.pay();
  await expect(cashier.text('payment.paid')).toBeVisible();
}

test('the player fills in the fields of an invoice, and the deposit is processing', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await begin(cashier, invoice, '50');
  await cashier.button('payment.paid').click();
  await expect(
    cashier.frame.getByText(cashier.words('field.required.senderName')).first(),
  ).toBeVisible();
  await expect(cashier.unconfirmed).toBeHidden();

  await cashier.frame.locator('[data-field] input').fill('Renée Müller');
  const depositId = await cashier.readDepositId();
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  const console = await ProviderConsole.open(page, depositId);
  await console.approve();
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('an invoice is shown again after a reload, and can be canceled', async ({ page }) => {
  const { cashier } = await HostPage.open(page);
  await begin(cashier, invoice, '50');
  await cashier.reload();
  await expect(cashier.text('payment.paid')).toBeVisible();
  await cashier.button('payment.cancel.label').click();
  await cashier.button('payment.cancel.confirm').click();
  await expect(cashier.status('canceled')).toBeVisible();
});

test('no window opens if the code is shown in the cashier', async ({ page, context }) => {
  const { cashier } = await HostPage.open(page, { country: 'br', currency: 'BRL' });
  await begin(cashier, 'Test Pix (simulated)', '100');
  expect(context.pages()).toHaveLength(1);
  await expect(
    cashier.frame.getByRole('img', { name: cashier.words('pix.picture') }),
  ).toBeVisible();
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
});

test('an Arabic player pays an invoice from right to left', async ({ page }) => {
  const host = await HostPage.open(page, { locale: 'ar' });
  const { cashier } = host;
  await begin(cashier, 'فاتورة تجريبية مع نموذج (محاكاة)', '٥٠');
  await expect(cashier.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  const console = await ProviderConsole.open(page, await cashier.readDepositId());
  await console.approve();
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test.describe('at 320 px', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  for (const { method, settings, amount } of [
    { method: invoice, settings: {}, amount: '50' },
    {
      method: 'Test Pix (simulated)',
      settings: { country: 'br', currency: 'BRL' },
      amount: '49999.99',
    },
    {
      method: 'UPI by QR code',
      settings: { country: 'in', currency: 'INR' },
      amount: '1000',
    },
  ]) {
    test(`${method}: nothing is cut off or scrolls sideways`, async ({ page }) => {
      const { cashier } = await HostPage.open(page, settings);
      const expectFits = async (landmark: Locator) => {
        await expect(landmark).toBeVisible();
        const [contentPx = 0, widthPx = 0] = await cashier.frame
          .locator('html')
          .evaluate((html) => [html.scrollWidth, html.clientWidth]);
        expect(contentPx).toBeLessThanOrEqual(widthPx);
      };
      await begin(cashier, method, amount);
      await expectFits(cashier.text('payment.paid'));
      const console = await ProviderConsole.open(page, await cashier.readDepositId());
      await console.decline('Limit exceeded');
      await expect(cashier.status('declined')).toBeVisible();
      await expectFits(cashier.partialText('complete.reason.limitExceeded'));
    });
  }
});
