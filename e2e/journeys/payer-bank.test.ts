import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { findVirtualAccount, payTransfer } from '../stack/sandbox.ts';

test('the player’s bank opens from the demo, fits a small phone, and writes statements', async ({
  page,
}) => {
  const bank = await (await HostPage.open(page)).openBank();
  await bank.page.setViewportSize({ width: 320, height: 640 });
  // Its end, by which the statement is found, has letters: other journeys pay into digits.
  const account = `${`${Date.now()}`.slice(-8)}E2E`;
  const expectNoSideways = async () => {
    const width = await bank.page.locator('html').evaluate((html) => html.scrollWidth);
    expect(width).toBeLessThanOrEqual(320);
  };
  await expectNoSideways();
  const transfer = { account, amount: '12.50', currency: 'EUR', text: 'KS-7Q2M-41XK' };
  await bank.pay({ ...transfer, payerName: 'Sam Sample' }, 'Pay twice');
  await expect(bank.page.getByRole('status')).toHaveText('Transfer sent twice');
  await expectNoSideways();
  const csv = await bank.downloadStatement(account.slice(-4), 'CSV');
  expect(csv.match(/,12\.50,EUR,Sam Sample,KS-7Q2M-41XK,TRF/g)).toHaveLength(2);
  await expectNoSideways();
});

test('a transfer into a virtual account credits the deposit', async ({ page }) => {
  const { cashier } = await HostPage.open(page, { country: 'id', currency: 'IDR' });
  await cashier.find('BCA');
  await cashier.amount.fill('250000');
  await cashier.pay();
  await expect.poll(() => cashier.readDepositId()).not.toBe('');
  const account = await findVirtualAccount(await cashier.readDepositId());
  await payTransfer({ account, amount: '250000', currency: 'IDR' });
  await expect(cashier.status('processed')).toBeVisible();
});
