import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

test('a player of another country compares offers to buy crypto, takes one, and is credited with what arrived', async ({
  page,
}) => {
  const { cashier } = await HostPage.open(page);
  const { frame, words } = cashier;
  const choose = async (label: 'onramp.country' | 'onramp.currency', name: string) => {
    await frame.getByRole('combobox', { name: words(label) }).click();
    await frame.getByRole('combobox', { name: words('form.dropdown.search') }).fill(name);
    await frame.getByRole('option', { name }).click();
  };
  await cashier.find('Buy crypto');
  await choose('onramp.country', 'Brazil');
  await expect(frame.getByRole('combobox', { name: words('onramp.currency') })).toContainText(
    'BRL',
  );
  await choose('onramp.currency', 'USD');
  await cashier.amount.fill('100');
  await cashier.button('onramp.submit').click();

  const offers = frame.getByRole('radio');
  await expect(offers).toHaveCount(3);
  await expect(offers.first()).toBeChecked();
  await expect(cashier.text('onramp.offers.best')).toBeVisible();
  // A reload loses nothing: the same offers are there.
  await cashier.reload();
  await expect(offers).toHaveCount(3);
  const seller = (await offers.nth(1).locator('..').locator('bdi').first().textContent()) ?? '';
  // The radio button covers its card.
  await offers.nth(1).check({ force: true });
  const provider = await cashier.followToProvider(() =>
    frame.getByRole('button', { name: seller }).click(),
  );
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});
