import { expect, test } from '@playwright/test';
import { ChainPage } from '../pages/chain-page.ts';
import { expectFits } from '../pages/expect-fits.ts';
import { LagoonPage } from '../pages/lagoon-page.ts';
import { PaymentForm } from '../pages/payment-form.ts';
import { realChains, stack } from '../stack/stack.ts';

test.use({ baseURL: stack.lagoonUrl });

test(`a package is bought by card; its sweep coins are played, and redeemed to an address on a real chain${realChains.reason}`, async ({
  page,
}) => {
  test.skip(realChains.isSkipped);
  const lagoon = await LagoonPage.open(page);
  const { cashier } = lagoon;
  await lagoon.expectCoins({ sweep: '0', gold: '0' });
  await lagoon.box('100,000').click();
  await cashier.method('Bank card').click();
  const provider = await cashier.followToProvider(() => cashier.button('package.pay').click());
  await provider.press('Approve');
  await expect(lagoon.received).toBeVisible();
  await lagoon.expectCoins({ sweep: '10', gold: '100000' });

  await lagoon.openRedemption();
  await expect(cashier.text('redemption.status.playthrough.title')).toBeVisible();
  await lagoon.play('pearls', 'QSC');
  await lagoon.play('pearls', 'QSC');
  await lagoon.play('tide', 'QGC');
  await lagoon.expectCoins({ sweep: '10', gold: '110000' });
  await expect(cashier.text('redemption.status.playthrough.title')).toBeHidden();
  await cashier.method('Tether (USDT)').click();
  await cashier.amount.fill('10');
  const form = new PaymentForm(cashier);
  await form.type('field.walletAddress', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8');
  await cashier.button('deposit.moreDetails.submit').click();
  await cashier.button('redemption.confirm').click();
  await expect(cashier.text('complete.chain.confirming')).toBeVisible();
  const chain = await ChainPage.open(page, 'ETHEREUM');
  await chain.mine(16);
  await page.bringToFront();
  const { frame, words } = cashier;
  await expect(frame.getByRole('heading', { name: words('history.paidOut') })).toBeVisible();
  await lagoon.expectCoins({ sweep: '0', gold: '110000' });
});

test.describe('in Arabic on a small phone', () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test(`a package is bought with a coin on a real chain, and both coins arrive${realChains.reason}`, async ({
    page,
  }) => {
    test.skip(realChains.isSkipped);
    const lagoon = await LagoonPage.open(page, { locale: 'ar' });
    const { cashier } = lagoon;
    await expectFits(page, cashier, lagoon.box('100,000'));
    await lagoon.box('100,000').click();
    await cashier.frame
      .getByRole('link')
      .filter({ has: cashier.text('group.crypto') })
      .click();
    await cashier.method('Litecoin').click();
    const address = cashier.frame.locator('bdi[translate="no"]');
    await expectFits(page, cashier, address);
    const amount = cashier.frame.getByRole('definition').filter({ hasText: 'LTC' });
    const [exact = ''] = /[\d.]+/.exec((await amount.textContent()) ?? '') ?? [];
    const chain = await ChainPage.open(page, 'LITECOIN');
    await chain.send((await address.textContent()) ?? '', exact, 'LTC');
    await chain.mine(6);
    await page.bringToFront();
    await expectFits(page, cashier, lagoon.received);
    await lagoon.expectCoins({ sweep: '10', gold: '100000' });
  });

  test('whoever is in an excluded region sees why there are no packages', async ({ page }) => {
    const lagoon = await LagoonPage.open(page, { locale: 'ar', region: 'us-wa' });
    const { cashier } = lagoon;
    await expectFits(page, cashier, cashier.text('sweepstake.obstacle.region.title'));
    await expect(lagoon.box('100,000')).toHaveCount(0);
  });
});
