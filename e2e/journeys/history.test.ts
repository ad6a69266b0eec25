import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { approvePayment } from '../stack/sandbox.ts';

test('a paid deposit can be repeated; the history has both, and an unfinished one continues from it', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await cashier.button('complete.another').click();
  await expect(cashier.amount).toHaveValue(/^50(\.00)?$/);
  const again = await cashier.followToProvider(() => cashier.pay());
  await again.press('Decline');
  await expect(cashier.status('declined')).toBeVisible();
  await cashier.button('complete.otherMethod').click();

  await cashier.link('history.link').click();
  const rows = cashier.frame.getByRole('listitem').getByRole('link', { name: /KS-/ });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText(/Declined/);
  await expect(rows.last()).toContainText(/Credited/);
  await rows.last().click();
  await expect(cashier.status('processed')).toBeVisible();
  await expect(cashier.frame.getByText(/KS-/).first()).toBeVisible();
  await cashier.button('back').first().click();
  await expect(rows).toHaveCount(2);
  await cashier.button('back').first().click();

  await cashier.find('Test invoice with a form (simulated)');
  await cashier.amount.fill('50');
  await cashier.pay();
  await expect(cashier.text('payment.paid')).toBeVisible();
  const depositId = await cashier.readDepositId();
  await cashier.button('back').first().click();
  await cashier.link('history.link').click();
  const onward = cashier.button('resume.continue').or(cashier.link('resume.continue'));
  await onward.click();
  await expect(cashier.text('payment.paid')).toBeVisible();
  expect(await cashier.readDepositId()).toBe(depositId);
  await approvePayment(depositId);
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('100');
});
