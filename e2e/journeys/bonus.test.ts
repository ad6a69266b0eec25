import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

test('a bonus is read, reached, paid for and accrued, and the host offers another', async ({
  page,
}) => {
  const host = await HostPage.open(page, { bonuses: 'deposit', bonusId: 'welcome' });
  const { cashier } = host;
  const { frame, words } = cashier;
  await expect(frame.getByRole('switch')).toBeChecked();

  await cashier.choose('Bank card');
  await frame.getByRole('link', { name: /^Terms/ }).click();
  await expect(frame.getByText('Play through the bonus 30 times')).toBeVisible();
  await expect(frame.getByText(words('bonus.details.used'))).toBeVisible();
  await frame.getByRole('button', { name: words('back') }).click();

  await cashier.amount.fill('15');
  await expect(frame.getByText(words('bonus.verdict.belowMin'))).toBeVisible();
  await cashier.amount.fill('50');
  await expect(frame.getByText(words('bonus.verdict.activated'))).toBeVisible();
  await expect(frame.getByText('+ bonus €50,00')).toBeVisible();
  await expect(host.events('onAnalyticsEvent', 'bonus_activated')).toHaveCount(1);

  const provider = await cashier.followToProvider(() => cashier.pay());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  // Kassa's ledger has the bonus, and a webhook reports it to the host's backend.
  await expect(host.events('bonus.accrued', '50.00')).toHaveCount(1);
  await expect(host.events('bonus-list-updated')).toHaveCount(1);
});
