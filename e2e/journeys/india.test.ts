import { expect, type Locator, type Page, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { readQrCode } from '../pages/read-qr-code.ts';
import { payTransfer } from '../stack/sandbox.ts';

const settings = { country: 'in', currency: 'INR' };

test('an Indian player scans the code, pays at their bank, gives the UTR, and is credited', async ({
  page,
}) => {
  const host = await HostPage.open(page, settings);
  const { cashier } = host;
  await cashier.find('UPI transfer');
  await cashier.amount.fill('1250.50');
  const address = cashier.frame.getByLabel(cashier.words('field.ownUpiId'));
  await address.fill('asha');
  await cashier.pay();
  await expect(cashier.text('field.rule.upiId')).toBeVisible();
  await address.fill('asha.rao@okbank');
  await cashier.pay();

  const picture = cashier.frame.getByRole('img', { name: cashier.words('code.picture') });
  const link = new URL(await readQrCode(page, picture));
  const { pa = '', am = '', tn = '', ...rest } = Object.fromEntries(link.searchParams);
  expect(link.protocol).toBe('upi:');
  expect({ am, ...rest }).toMatchObject({ am: '1250.50', cu: 'INR', pn: 'Sandbox Pay' });
  await expect(cashier.frame.getByText(pa, { exact: true })).toBeVisible();
  await cashier.reload();
  await expect(cashier.text('india.confirm')).toBeVisible();

  const utr = cashier.frame.getByLabel(cashier.words('field.utr'));
  await utr.fill('4123 4567 8901');
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  const bank = await host.openBank();
  await bank.pay({ account: pa, amount: am, currency: 'INR', text: tn });
  await expect(bank.page.getByText(/^\d{12}$/)).toBeVisible();
  await expect(cashier.status('processed')).toBeVisible();
  await expect(page.locator('#balance')).toHaveText('₹1,250.50');
});

test.describe('on an Android phone', () => {
  test.use({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
    userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0.0.0 Mobile Safari/537.36',
  });

  test('the apps have the payee and the amount, and money credits without the button', async ({
    page,
  }) => {
    const { cashier } = await HostPage.open(page, { ...settings, locale: 'hi' });
    await cashier.find('UPI ट्रांसफर');
    await cashier.amount.fill('500');
    await cashier.frame.getByLabel(cashier.words('field.ownUpiId')).fill('asha.rao@okbank');
    await cashier.pay();
    const any = new URL(await hrefOf(cashier.link('india.anyApp')));
    expect(any.searchParams.get('am')).toBe('500.00');
    const app = await hrefOf(cashier.frame.getByRole('link', { name: 'PhonePe' }));
    expect(app).toContain(
      `intent://pay${any.search}#Intent;scheme=upi;package=com.phonepe.app;end`,
    );
    await expectNoSideways(page, cashier.frame.locator('html'));
    const account = any.searchParams.get('pa') ?? '';
    await payTransfer({ account, amount: '500', currency: 'INR' });
    await expect(cashier.status('processed')).toBeVisible();
  });
});

async function hrefOf(link: Locator): Promise<string> {
  return (await link.getAttribute('href')) ?? '';
}

async function expectNoSideways(page: Page, html: Locator): Promise<void> {
  const width = await html.evaluate(({ scrollWidth }) => scrollWidth);
  expect(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}
