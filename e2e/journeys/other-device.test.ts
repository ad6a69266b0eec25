import { expect, test } from '@playwright/test';
import { Cashier } from '../pages/cashier.ts';
import { HostPage } from '../pages/host-page.ts';
import { approvePayment } from '../stack/sandbox.ts';

const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

test('an invoice on a desktop is paid on a phone without a token, and both complete', async ({
  page,
  browser,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.find('Test invoice with a form (simulated)');
  await cashier.amount.fill('50');
  await cashier.pay();
  await cashier.button('otherDevice.show').click();
  const link = cashier.frame.getByRole('textbox', { name: cashier.words('otherDevice.link') });
  const address = await link.inputValue();
  const picture = cashier.frame.getByRole('img', { name: cashier.words('otherDevice.picture') });
  await expect(picture).toBeInViewport({ ratio: 0.5 });
  const depositId = await cashier.readDepositId();

  const context = await browser.newContext(phone);
  const screen = await context.newPage();
  const other = new Cashier(screen, 'en', screen);
  await screen.goto(address);
  await expect(other.text('payment.paid')).toBeVisible();
  expect(new URL(screen.url()).pathname).toBe('/kassa/pay/');
  await screen.reload();
  await expect(other.button('otherDevice.show')).toBeHidden();
  await expect(screen.getByRole('banner').getByRole('button')).toHaveCount(0);
  await screen.locator('[data-field] input').fill('Renée Müller');
  await other.button('payment.paid').click();
  await expect(other.unconfirmed).toBeVisible();

  await approvePayment(depositId);
  for (const each of [cashier, other]) await expect(each.status('processed')).toBeVisible();
  await expect(other.text('pay.closePage')).toBeVisible();
  await host.expectBalance('50');

  const late = await context.newPage();
  await late.goto(address);
  await expect(new Cashier(late, 'en', late).text('pay.used.text')).toBeVisible();
  await context.close();
});
