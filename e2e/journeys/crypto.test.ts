import { devices, expect, test } from '@playwright/test';
import { AndroidApp } from '../pages/android-app.ts';
import type { Cashier } from '../pages/cashier.ts';
import { ChainPage } from '../pages/chain-page.ts';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage } from '../pages/host-page.ts';
import { WithdrawalPage } from '../pages/withdrawal-page.ts';
import { realChains } from '../stack/stack.ts';

/** The address on the screen, whole. */
const addressOf = (cashier: Cashier) => cashier.frame.locator('bdi[translate="no"]');

/** Opens the address of a coin on a network from the list. */
async function openAddress(cashier: Cashier, name: string, network: string): Promise<void> {
  await cashier.search.fill(name);
  await cashier.method(name).filter({ hasText: network }).first().click();
  await expect(addressOf(cashier)).toBeVisible();
}

test(`a token on a real node is counted by its blocks and credited at the last one; it is withdrawn the same way${realChains.reason}`, async ({
  page,
}) => {
  test.skip(realChains.isSkipped);
  const host = await HostPage.open(page);
  const { cashier } = host;
  const before = Number(await host.readBalance());
  await openAddress(cashier, 'Tether (USDT)', 'ERC-20');
  await expect(
    cashier.frame.getByRole('img', { name: cashier.words('crypto.picture') }),
  ).toBeVisible();
  const address = (await addressOf(cashier).textContent()) ?? '';
  expect(address).toMatch(/^0x[0-9A-Fa-f]{40}$/);

  const chain = await ChainPage.open(page, 'ETHEREUM');
  await chain.send(address, '25.123456', 'USDT');
  await chain.mine(1);
  await page.bringToFront();
  const progress = cashier.frame.getByRole('progressbar', {
    name: cashier.words('complete.chain.progress'),
  });
  await expect(progress).toHaveAttribute('aria-valuenow', '1');
  await expect(progress).toHaveAttribute('aria-valuemax', '16');
  await chain.mine(14);
  await expect(progress).toHaveAttribute('aria-valuenow', '15');
  await chain.mine(1);
  await expect(cashier.status('processed')).toBeVisible();
  // 25.123456 USDT at 0.92 EUR, cut to cents.
  await expect.poll(async () => Number(await host.readBalance())).toBe(before + 23.11);

  const withdrawal = await WithdrawalPage.open(host);
  await cashier.search.fill('USDT');
  await cashier.method('Tether (USDT)').filter({ hasText: 'ERC-20' }).first().click();
  await cashier.amount.fill('20');
  await withdrawal.form.type('field.walletAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await withdrawal.goOn();
  // 20 less the fee of 1 %, at 0.92 EUR, cut to the token's decimals.
  await expect(withdrawal.fact('21,521739')).toBeVisible();
  await withdrawal.confirmButton.click();
  await expect(cashier.text('complete.chain.confirming')).toBeVisible();
  await chain.mine(16);
  await page.bringToFront();
  await expect(withdrawal.paid).toBeVisible();
  await expect.poll(async () => Number(await host.readBalance())).toBe(before + 3.11);
});

test.describe('on a small phone in Arabic', () => {
  const { userAgent, isMobile, hasTouch } = devices['Pixel 7'];
  test.use({ viewport: { width: 320, height: 640 }, userAgent, isMobile, hasTouch });

  test('the network is switched, and the address copied and shared', async ({ page }) => {
    const app = await AndroidApp.open(page, { locale: 'ar' });
    const { cashier } = app;
    await openAddress(cashier, 'Tether (USDT)', 'TRC-20');
    await expectFits(page, cashier, addressOf(cashier));
    const first = (await addressOf(cashier).textContent()) ?? '';
    await cashier.frame.getByRole('combobox', { name: cashier.words('crypto.network') }).click();
    await cashier.frame.getByRole('option', { name: 'Ethereum (ERC-20)' }).click();
    await expect(addressOf(cashier)).toBeVisible();
    await expect(addressOf(cashier)).not.toHaveText(first);
    const second = (await addressOf(cashier).textContent()) ?? '';

    await cashier.button('crypto.copy').click();
    await expect
      .poll(() => app.messages.payloads('onCopyToBuffer').at(-1))
      .toEqual({ text: second });
    await cashier.button('share').first().click();
    await expect
      .poll(() => app.messages.payloads('onShare').at(-1))
      .toMatchObject({ text: second });
  });
});
