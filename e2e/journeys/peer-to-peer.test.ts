import { expect, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { expectKeptNowhere } from '../pages/expect-kept-nowhere.ts';
import { HostPage } from '../pages/host-page.ts';
import type { MessageKey } from '../pages/words.ts';
import { payTransfer } from '../stack/sandbox.ts';

test('a payment to another person’s phone is confirmed by its id and credited', async ({
  page,
}) => {
  const host = await HostPage.open(page, { country: 'bd', currency: 'BDT' });
  const { cashier } = host;
  await cashier.find('bKash Send Money');
  await cashier.amount.fill('1000');
  await cashier.pay();
  const account = await readRow(cashier, 'requisite.phone');
  const id = field(cashier, 'requisite.confirmationId');
  await id.fill('1234567');
  await cashier.button('payment.paid').click();
  await expect(id).toHaveAttribute('aria-invalid', 'true');
  await id.fill('12345678');
  await cashier.button('payment.paid').click();
  await cashier.expectAcceptedAtOnce();

  const bank = await host.openBank();
  await bank.pay({ account, amount: '1000', currency: 'BDT', text: '' });
  await expect(cashier.status('processed')).toBeVisible();
  await expect(page.locator('#balance')).toContainText('1,000.00');
  await expectKeptNowhere(page, cashier, account);
  await expectKeptNowhere(page, cashier, '12345678');
});

test('a bank of another country is chosen, explained and paid from', async ({ page }) => {
  const host = await HostPage.open(page, { country: 'uz', currency: 'UZS' });
  const { cashier } = host;
  await cashier.find('Uzcard P2P');
  await chooseBank(cashier, 'Anorbank');
  await cashier.amount.fill('100000');
  await cashier.link('p2p.instruction.link').click();
  await cashier.frame.getByRole('link', { name: 'Anorbank' }).click();
  await expect(cashier.frame.getByText('Open the Anorbank app and sign in.')).toBeVisible();
  await cashier.button('back').click();
  await expect(field(cashier, 'deposit.p2p.bank')).toContainText('Anorbank');
  await cashier.pay();
  const account = await readRow(cashier, 'requisite.cardNumber');
  await expect(cashier.text('payment.guaranteed')).toBeVisible();

  // The form leads to the unpaid invoice, and back from there to the list.
  await cashier.button('back').click();
  await cashier.find('Uzcard P2P', cashier.text('p2p.invoice.startedBefore'));
  expect(await readRow(cashier, 'requisite.cardNumber')).toBe(account);

  await payTransfer({ account, amount: '100000', currency: 'UZS' });
  await expect(cashier.status('processed')).toBeVisible();
  await expectKeptNowhere(page, cashier, account);
});

/** Returns a detail's plain value, as its copy button gives it. */
async function readRow(cashier: Cashier, label: MessageKey): Promise<string> {
  const row = cashier.frame.locator('dl > div').filter({
    has: cashier.frame.getByRole('term').filter({ hasText: cashier.words(label) }),
  });
  const value = row.locator('bdi');
  await expect(value).toBeVisible();
  return ((await value.textContent()) ?? '').replaceAll(' ', '');
}

/** Returns a field of the form by its label. */
function field(cashier: Cashier, label: MessageKey) {
  return cashier.frame.getByLabel(cashier.words(label));
}

async function chooseBank(cashier: Cashier, name: string): Promise<void> {
  await field(cashier, 'deposit.p2p.bank').click();
  await cashier.frame.getByRole('option', { name }).click();
}
