import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { recordCalls } from '../stack/record-calls.ts';

test('a declined payment is shown as declined, credits nothing, and can be retried', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Decline');
  await expect(cashier.status('declined')).toBeVisible();
  await expect(host.events('depositStatus', 'declined')).toHaveCount(1);
  await host.expectBalance('0');

  await cashier.button('complete.back').click();
  await expect(cashier.amount).toBeVisible();
  await expect(cashier.frame.getByText('Bank card')).toBeVisible();
});

test('a pending payment is accepted after a minute, and processed when the money arrives', async ({
  page,
}) => {
  await page.clock.install();
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Leave pending');
  await expect(cashier.status('waiting')).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(cashier.unconfirmed).toBeVisible();
  // The minute changes words. The payment can still be made.
  const again = await cashier.followToProvider(() => cashier.link('complete.openAgain').click());
  await again.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('a popup closed early decides nothing, and the page can be reopened', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.close();
  await expect(cashier.status('waiting')).toBeVisible();

  const again = await cashier.followToProvider(() => cashier.link('complete.openAgain').click());
  await again.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('"Pay a part" credits the received amount, and shows it', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Pay a part');
  await expect(cashier.status('processed')).toBeVisible();
  await expect(cashier.text('complete.otherAmount')).toContainText('€25.00');
  await host.expectBalance('25');
});

test('"Pay more" than was asked for credits nothing before the operator decides', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Pay more');
  await expect(cashier.status('accepted')).toBeVisible();
  await host.expectBalance('0');
});

test('a repeated notification credits once', async ({ page }) => {
  const host = await HostPage.open(page);
  const provider = await host.cashier.deposit('Bank card', '50');
  await provider.press('Notify twice');
  await expect(host.cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('a blocked popup is replaced by a link that works', async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  await cashier.submit.click();
  await expect(cashier.text('deposit.blocked.text')).toBeVisible();

  const provider = await cashier.followToProvider(() =>
    cashier.link('deposit.blocked.open').click(),
  );
  await expect(cashier.status('waiting')).toBeVisible();
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});

test('a double click creates one deposit', async ({ page, context }) => {
  const calls = recordCalls(page);
  const host = await HostPage.open(page, { transport: 'http' });
  const { cashier } = host;
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  const provider = await cashier.followToProvider(() => cashier.submit.dblclick());
  await expect(cashier.status('waiting')).toBeVisible();
  const created = calls.filter(({ name }) => name === 'deposit-create');
  expect(new Set(created.map(({ key }) => key)).size).toBe(1);
  expect(context.pages()).toHaveLength(2);
  await provider.press('Approve');
  await host.expectBalance('50');
});

for (const { amount, key } of [
  { amount: '4', key: 'form.amountInput.limit.min' },
  { amount: '5001', key: 'form.amountInput.limit.max' },
  { amount: '', key: 'form.amountInput.empty' },
] as const) {
  test(`an amount of "${amount}" is rejected with its limit, and creates nothing`, async ({
    page,
    context,
  }) => {
    const calls = recordCalls(page);
    const host = await HostPage.open(page, { transport: 'http' });
    const { cashier } = host;
    await cashier.choose('Bank card');
    await cashier.amount.fill(amount);
    // The button is aria-disabled, and answers a press by the reason.
    await cashier.submit.click({ force: true });
    await expect(cashier.text(key)).toBeVisible();
    await expect(cashier.amount).toHaveAttribute('aria-invalid', 'true');
    expect(context.pages()).toHaveLength(1);
    const names = calls.map(({ name }) => name);
    expect(names).not.toContain('session-start');
    expect(names).not.toContain('deposit-create');
  });
}

test('a frame reloaded while waiting finds its deposit again', async ({ page }) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  const provider = await cashier.deposit('Bank card', '50');
  await expect(cashier.status('waiting')).toBeVisible();
  await cashier.reload();
  await expect(cashier.status('waiting')).toBeVisible();
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
});
