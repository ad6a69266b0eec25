import { expect, test } from '@playwright/test';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage, type HostSettings } from '../pages/host-page.ts';
import { WithdrawalPage } from '../pages/withdrawal-page.ts';

/** Opens the host page, deposits by card, and opens the withdrawals. */
async function depositFirst(
  host: HostPage,
  { card = 'Bank card', amount }: { card?: string; amount: string },
): Promise<WithdrawalPage> {
  const provider = await host.cashier.deposit(card, amount);
  await provider.press('Approve');
  await expect(host.cashier.status('processed')).toBeVisible();
  return WithdrawalPage.open(host);
}

const open = HostPage.open;

test.describe('in Arabic on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test('a withdrawal to a bank account is paid, and stands in the history beside the deposit', async ({
    page,
  }) => {
    const host = await open(page, { locale: 'ar' });
    const { cashier } = host;
    const withdrawal = await depositFirst(host, { card: 'بطاقة مصرفية', amount: '100' });
    await withdrawal.choose('تحويل SEPA', '60');
    await withdrawal.form.type('field.accountHolder', 'Erika Mustermann');
    await withdrawal.form.type('field.iban', 'DE89370400440532013000');
    await expectFits(page, cashier, withdrawal.form.box('field.iban'));
    await withdrawal.goOn();
    await expectFits(page, cashier, withdrawal.confirmButton);
    await withdrawal.confirmButton.click();
    await expectFits(page, cashier, withdrawal.paid);
    await host.expectBalance('40');

    await cashier.link('history.link').click();
    const rows = cashier.frame.getByRole('listitem').getByRole('link', { name: /K[SW]-/ });
    await expect(rows).toHaveCount(2);
    await expect(rows.first()).toContainText(/KW-/);
  });
});

test('a Nigerian bank names the account’s holder before the money goes there', async ({ page }) => {
  const nigeria: HostSettings = { country: 'ng', currency: 'NGN' };
  const host = await open(page, nigeria);
  const { cashier } = host;
  const withdrawal = await depositFirst(host, { amount: '20000' });
  await cashier.method('Bank transfer').click();
  await withdrawal.chooseBank('058', 'Guaranty Trust Bank');
  await cashier.amount.fill('10000');
  await withdrawal.form.type('field.accountNumber', '0123456785');
  await expect(cashier.text('withdrawal.name.found')).toBeVisible();
  await withdrawal.goOn();
  await expect(cashier.text('withdrawal.holder.confirmed')).toBeVisible();
  await expect(withdrawal.fact('9,950')).toBeVisible();
  await withdrawal.confirmButton.click();
  await expect(withdrawal.paid).toBeVisible();
  await host.expectBalance('10000', 'NGN');
});

test('mobile money is paid to a phone, which is offered for the next withdrawal', async ({
  page,
}) => {
  const kenya: HostSettings = { country: 'ke', currency: 'KES' };
  const host = await open(page, kenya);
  const { cashier } = host;
  const withdrawal = await depositFirst(host, { amount: '2000' });
  await withdrawal.choose('M-Pesa', '500');
  await withdrawal.form.type('field.phone', '712345678');
  await withdrawal.goOn();
  await withdrawal.confirmButton.click();
  await expect(withdrawal.paid).toBeVisible();
  await host.expectBalance('1500', 'KES');

  await cashier.button('withdrawal.another').click();
  await withdrawal.choose('M-Pesa', '300');
  await cashier.frame.getByRole('radio', { name: /5678/ }).check();
  await expect(withdrawal.form.box('field.phone')).toHaveCount(0);
  await withdrawal.goOn();
  await withdrawal.confirmButton.click();
  await expect(withdrawal.paid).toBeVisible();
  await host.expectBalance('1200', 'KES');
});

test('money is withdrawn to a Pix key', async ({ page }) => {
  const brazil: HostSettings = { country: 'br', currency: 'BRL', locale: 'pt' };
  const host = await open(page, brazil);
  const withdrawal = await depositFirst(host, { card: 'Cartão bancário', amount: '100' });
  await withdrawal.choose('Pix', '60');
  await withdrawal.form.box('field.pixKeyType').click();
  await host.cashier.frame.getByRole('option', { name: 'E-mail' }).click();
  await withdrawal.form.type('field.cpf', '52998224725');
  await withdrawal.form.type('form.pixKey.email', 'ana@example.com');
  await withdrawal.goOn();
  await withdrawal.confirmButton.click();
  await expect(withdrawal.paid).toBeVisible();
  await host.expectBalance('40', 'BRL');
});
