import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { setCaptchaBehaviour } from '../stack/sandbox.ts';

test.afterEach(() => setCaptchaBehaviour({ player: 'ask', check: 'normal', scriptFailures: 0 }));

test('a captcha is loaded when it is needed, after failures too, closed, shown again after a rejected solution, and solved', async ({
  page,
}) => {
  await setCaptchaBehaviour({ scriptFailures: 2 });
  const refused: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) refused.push(message.text());
  });
  const requested: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/v4/gt4.js')) requested.push(request.url());
  });
  const { cashier } = await HostPage.open(page);
  await cashier.find('Test bank with captcha (simulated)');
  await cashier.amount.fill('50');
  expect(requested).toEqual([]);

  await cashier.submit.click();
  const dialog = cashier.frame.getByRole('dialog', { name: 'Captcha stand-in' });
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(cashier.text('deposit.captcha.closedTitle')).toBeVisible();
  expect(requested).toHaveLength(3);

  await cashier.submit.click();
  await dialog.getByRole('button', { name: 'Stale' }).click();
  await dialog.getByRole('button', { name: 'Solve' }).click();
  const onward = cashier
    .link('deposit.continue.button')
    .or(cashier.button('deposit.continue.button'));
  const provider = await cashier.followToProvider(() => onward.click());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  expect(refused).toEqual([]);
});
