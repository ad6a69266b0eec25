import { expect, type Page, test } from '@playwright/test';
import type { Cashier } from '../pages/cashier.ts';
import { HostPage } from '../pages/host-page.ts';
import { setCaptchaBehaviour } from '../stack/sandbox.ts';

// The tests run one after another, because the stand-in behaves the same for every player.
test.describe.configure({ mode: 'default' });

test.afterEach(() => setCaptchaBehaviour({ player: 'ask', check: 'normal', scriptFailures: 0 }));

/** Submits the form of a method with a captcha. */
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

/** Continues to the provider with a new press, and pays. */
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

test('a player closes the captcha, and submits again', async ({ page }) => {
  const cashier = await submit(page);
  await dialog(cashier).getByRole('button', { name: 'Close' }).click();
  await expect(cashier.text('deposit.captcha.closedTitle')).toBeVisible();
  await cashier.submit.click();
  await dialog(cashier).getByRole('button', { name: 'Solve' }).click();
  await pay(cashier);
});

test('the captcha is shown again after the server rejected a solution', async ({ page }) => {
  const cashier = await submit(page);
  await dialog(cashier).getByRole('button', { name: 'Stale' }).click();
  await dialog(cashier).getByRole('button', { name: 'Solve' }).click();
  await pay(cashier);
});

test('a script that fails at first is loaded on a retry', async ({ page }) => {
  await setCaptchaBehaviour({ scriptFailures: 2, player: 'solve' });
  await pay(await submit(page));
});

test('no script of the captcha provider is loaded before it is needed', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v4/gt4.js')) loaded.push(request.url());
  });
  const { cashier } = await HostPage.open(page);
  await cashier.choose('Bank card');
  expect(loaded).toEqual([]);
});
