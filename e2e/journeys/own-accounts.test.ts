import { expect, type Page, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage } from '../pages/host-page.ts';
import type { MessageKey } from '../pages/words.ts';
import { payTransfer } from '../stack/sandbox.ts';

test.beforeEach(({ context }) => context.grantPermissions(['clipboard-read', 'clipboard-write']));

test('an account is copied from the invoice, paid at the player’s bank and credited', async ({
  page,
}) => {
  const host = await HostPage.open(page, { country: 'kz', currency: 'KZT' });
  const { cashier } = host;
  await cashier.find('ForteBank');
  await cashier.amount.fill('5000');
  await cashier.pay();
  const account = await copy(page, cashier, 'requisite.iban');
  const amount = await copy(page, cashier, 'payment.amount');
  await expect(cashier.button('invoice.copyAll')).toBeHidden();
  await cashier.partialText('invoice.savePicture').first().click();
  await cashier.button('invoice.copyAll').click();
  await expect.poll(() => readClipboard(page)).toContain(account.slice(-4));

  const bank = await host.openBank();
  await bank.pay({ account, amount, currency: 'KZT', text: '' });
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('4999.99', 'KZT');
});

test('in Arabic at 320 px a bank transfer outlives a reload and is credited by its reference', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const settings = { country: 'ae', currency: 'AED', locale: 'ar' };
  const { cashier } = await HostPage.open(page, settings);
  await cashier.find('تحويل مصرفي');
  await cashier.amount.fill('250');
  await cashier.pay();
  await expectFits(page, cashier, cashier.text('payment.paid'));
  const account = await copy(page, cashier, 'requisite.iban');
  await cashier.reload();
  expect(await copy(page, cashier, 'requisite.iban')).toBe(account);
  const text = await copy(page, cashier, 'requisite.transactionDescription');
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();
  // Less than was asked: the reference tells the deposit.
  await payTransfer({ account, amount: '200', currency: 'AED', text: `ref ${text}` });
  await expectFits(page, cashier, cashier.status('processed'));
  await expect(cashier.text('complete.otherAmount')).toBeVisible();
});

/** Presses the copy button of a row, and returns what the clipboard holds then. */
async function copy(page: Page, cashier: Cashier, label: MessageKey): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  const row = cashier.frame.locator('dl > div').filter({
    has: cashier.frame.getByRole('term').filter({ hasText: cashier.words(label) }),
  });
  // A sum that differs from the asked one has a button that explains it, too.
  await row.getByRole('button').last().click();
  await expect.poll(() => readClipboard(page)).not.toBe('');
  return readClipboard(page);
}

/** Returns the clipboard's text; nothing while the page lacks the focus that reading needs. */
function readClipboard(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText()).catch(() => '');
}
