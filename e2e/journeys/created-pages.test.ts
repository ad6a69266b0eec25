import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { approvePayment } from '../stack/sandbox.ts';

test('an invoice is shown again after a reload, the player fills in its fields, and the deposit is processing', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.find('Test invoice with a form (simulated)');
  await cashier.amount.fill('50');
  await cashier.pay();
  await expect(cashier.text('payment.paid')).toBeVisible();
  await cashier.reload();
  await cashier.button('payment.paid').click();
  await expect(
    cashier.frame.getByText(cashier.words('field.required.senderName')).first(),
  ).toBeVisible();
  await expect(cashier.unconfirmed).toBeHidden();

  await cashier.frame.locator('[data-field] input').fill('Renée Müller');
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  await approvePayment(await cashier.readDepositId());
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});
