import { addDecimals } from '@kassa/contract';
import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { checkLedger } from '../stack/ledger.ts';
import { recordSocket } from '../stack/record-socket.ts';

for (const transport of ['socket', 'http'] as const) {
  test(`a card deposit over ${transport} is approved, credited, and still there after a reload`, async ({
    page,
  }) => {
    const socket = recordSocket(page);
    const player = `e2e-${crypto.randomUUID()}`;
    const host = await HostPage.open(page, { transport, player });
    const { cashier } = host;
    const before = await host.readBalance();

    const provider = await cashier.deposit('Bank card', '50');
    await expect(cashier.status('waiting')).toBeVisible();
    await provider.press('Approve');

    await expect(cashier.status('processed')).toBeVisible();
    await host.expectBalance(addDecimals(before, '50'));
    await expect(host.events('depositStatus', 'processed')).toHaveCount(1);
    // A webhook reported it to the host's backend.
    await expect(host.events('payment.credited', '50.00')).toHaveCount(1);
    // Over the socket the credit is pushed, not only found by polling.
    const lastPush = () =>
      socket.received.filter((frame) => frame.includes('["deposit.status"')).at(-1);
    if (transport === 'socket') await expect.poll(lastPush).toContain('"word":"PAYED"');
    else expect(socket.received).toEqual([]);

    if (transport === 'socket') expect(await checkLedger()).toContain('The ledger is balanced.');
    // The balance is still there after the page is reopened.
    const again = await HostPage.open(page, { transport, player });
    await again.expectBalance(addDecimals(before, '50'));
  });
}

test('a second deposit of the same amount asks, and continues the first', async ({ page }) => {
  const { cashier } = await HostPage.open(page, { player: `e2e-${crypto.randomUUID()}` });
  const { popup } = await cashier.deposit('Bank card', '50');
  await expect(cashier.status('waiting')).toBeVisible();
  const first = await cashier.readDepositId();
  await popup.close();

  await cashier.button('back').click();
  await cashier.amount.fill('50');
  await cashier.pay();
  await expect(
    cashier.frame.getByRole('heading', { name: cashier.words('deposit.duplicate.title') }),
  ).toBeFocused();
  const provider = await cashier.followToProvider(() =>
    cashier.link('deposit.duplicate.continue').click(),
  );
  expect(await cashier.readDepositId()).toBe(first);
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});

test('who has paid before pays again by one press, on another device', async ({
  page,
  browser,
}) => {
  const player = `e2e-${crypto.randomUUID()}`;
  const first = await HostPage.open(page, { player });
  const provider = await first.cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(first.cashier.status('processed')).toBeVisible();

  // Nothing is kept in its storage.
  const device = await browser.newContext();
  const { cashier } = await HostPage.open(await device.newPage(), { player });
  const card = cashier.frame.getByRole('region', { name: '€50 with Bank card' });
  const pay = card.getByRole('button', { name: 'Deposit €50,00' });
  const again = await cashier.followToProvider(() => pay.click());
  await again.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await device.close();
});
