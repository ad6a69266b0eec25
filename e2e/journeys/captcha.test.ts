import { expect, type Page, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { HostPage } from '../pages/host-page.ts';
import { behaveCaptcha } from '../stack/sandbox.ts';

// One after the other: the stand-in behaves the same for every player.
test.describe.configure({ mode: 'default' });

test.afterEach(() => behaveCaptcha({ player: 'ask', check: 'normal', scriptFailures: 0 }));

/** Presses the button of a method that asks for a captcha. */
async function submit(page: Page): Promise<Cashier> {
  const { cashier } = await HostPage.open(page);
  await cashier.search.fill('captcha');
  await cashier.choose('Test bank with captcha (simulated)');
  await cashier.amount.fill('50');
  await cashier.submit.click();
  return cashier;
}

const dialog = (cashier: Cashier) =>
  cashier.frame.getByRole('dialog', { name: 'Captcha stand-in' });

/** Goes on to the provider by a fresh press, and pays. */
async function pay(cashier: Cashier): Promise<void> {
  const onward = cashier
    .link('deposit.continue.button')
    .or(cashier.button('deposit.continue.button'));
  const provider = await cashier.followToProvider(() => onward.click());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
}

test('a player solves the captcha, and pays', async ({ page }) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const cashier = await submit(page);
  await dialog(cashier).getByRole('button', { name: 'Solve' }).click();
  await pay(cashier);
  expect(refused).toEqual([]);
});

test('a player closes the captcha, and presses again', async ({ page }) => {
  const cashier = await submit(page);
  await dialog(cashier).getByRole('button', { name: 'Close' }).click();
  await expect(cashier.text('deposit.captcha.closedTitle')).toBeVisible();
  await cashier.submit.click();
  await dialog(cashier).getByRole('button', { name: 'Solve' }).click();
  await pay(cashier);
});

test('a solution that the server refuses is asked for once more', async ({ page }) => {
  const cashier = await submit(page);
  await dialog(cashier).getByRole('button', { name: 'Stale' }).click();
  await dialog(cashier).getByRole('button', { name: 'Solve' }).click();
  await pay(cashier);
});

test('a script that fails at first is loaded in the end', async ({ page }) => {
  await behaveCaptcha({ scriptFailures: 2, player: 'solve' });
  await pay(await submit(page));
});

test('nothing is loaded from the provider before it is needed', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v4/gt4.js')) loaded.push(request.url());
  });
  const { cashier } = await HostPage.open(page);
  await cashier.choose('Bank card');
  expect(loaded).toEqual([]);
});
