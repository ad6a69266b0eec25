import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { checkLedger } from '../stack/ledger.ts';
import { checkWallet, readTransfers } from '../stack/operator-wallet.ts';

test("a deposit's money is in the operator's wallet, transferred once; the wallet passes the conformance suite", async ({
  page,
}) => {
  const player = `e2e-${crypto.randomUUID()}`;
  const host = await HostPage.open(page, { player });
  const provider = await host.cashier.deposit('Bank card', '50');
  await provider.press('Notify twice');
  await expect(host.cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
  const moved = readTransfers(player).map(({ operation, amount }) => `${operation} ${amount}`);
  expect(moved).toEqual(['credit 50.00']);
  // A webhook reported it to the host's backend.
  await expect(host.events('payment.credited', '50.00')).toHaveCount(1);

  const [told, ledger] = await Promise.all([checkWallet(player), checkLedger()]);
  expect(ledger).toContain('The ledger is balanced.');
  expect(told).toContain('✓ the same credit ten times in parallel moves money once');
  expect(told).not.toContain('✗');
  await host.page.reload();
  await host.expectBalance('50');
});
