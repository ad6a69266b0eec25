import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { pauseClock } from '../pages/pause-clock.ts';
import { PaymentForm } from '../pages/payment-form.ts';

const method = 'Test bank (simulated)';

test('a form with every type of field is rejected by the provider, corrected, asked for more, and paid', async ({
  page,
}) => {
  await page.clock.install();
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.find(method);
  const form = new PaymentForm(cashier);

  await test.step('nothing is sent while a field is missing', async () => {
    await cashier.amount.fill('50');
    await form.box('field.iban').focus();
    await form.box('field.accountHolder').focus();
    await expect(form.fault('field.iban')).toHaveText(cashier.words('field.required.iban'));
    await expect(cashier.submit).toHaveAttribute('aria-disabled', 'true');
  });

  await test.step('a broken rule is shown at its field', async () => {
    await cashier.frame.getByRole('radio', { name: 'Express' }).click();
    await form.choose('field.bank', 'mead', 'Meadow Mutual');
    await form.type('field.accountHolder', 'Renée Müller');
    await form.type('field.phone', '01512 3456789');
    await form.type('field.iban', 'de8937');
    await form.box('field.accountHolder').focus();
    await expect(form.fault('field.iban')).toHaveText(cashier.words('field.rule.iban'));
  });

  await test.step('the provider rejects the account, and the form keeps its values', async () => {
    await form.box('field.iban').fill('IBAN: DE94\u00a03704 0044-0532 0100 00');
    await expect(form.box('field.iban')).toHaveValue('DE94 3704 0044 0532 0100 00');
    await pauseClock(page);
    await cashier.pay();
    await expect(cashier.frame.getByText('This account can’t be paid from.')).toBeVisible();
    await page.clock.resume();
    await expect(form.box('field.accountHolder')).toHaveValue('Renée Müller');
  });

  await test.step('for another account it asks for an additional field, and accepts both', async () => {
    await form.type('field.iban', 'de70370400440532011111');
    await cashier.button('form.advanced').click();
    await form.type('field.birthDate', '24121985');
    await cashier.submit.click();
    await expect(form.box('field.smsCode')).toBeVisible();
    await form.type('field.smsCode', '123456');
    const onward = cashier.button('deposit.moreDetails.submit');
    const provider = await cashier.followToProvider(() => onward.click());
    await provider.press('Approve');
    await expect(cashier.status('processed')).toBeVisible();
  });
  await host.expectBalance('50');
});

test('the first digits of a card show its scheme and bank, and nothing moves', async ({ page }) => {
  const { cashier } = await HostPage.open(page);
  await cashier.find('Test card by its first digits (simulated)');
  await cashier.amount.fill('50');
  const form = new PaymentForm(cashier);
  const box = form.box('field.cardBin');
  await expect(box).toBeEditable();
  const row = cashier.frame.locator('[data-field]').last();
  const height = async () => (await row.boundingBox())?.height;
  const before = await height();
  await form.type('field.cardBin', '424242');
  await expect(box).toHaveAccessibleDescription('Visa · Sample Bank Boston');
  await expect(row.locator('img')).toHaveAttribute('src', /visa/);
  expect(await height()).toBe(before);
});

test('a method with a captcha shows it first, and continues on a second press', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.find('Test bank with captcha (simulated)');
  await cashier.amount.fill('50');
  await cashier.submit.click();
  const onward = cashier
    .link('deposit.continue.button')
    .or(cashier.button('deposit.continue.button'));
  const provider = await cashier.followToProvider(() => onward.click());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});

test('an unfinished deposit is offered after the page was closed, and paid', async ({ page }) => {
  const player = `e2e-${crypto.randomUUID()}`;
  const first = await HostPage.open(page, { player });
  const left = await first.cashier.deposit('Bank card', '60');
  await left.close();
  const host = await HostPage.open(page, { player });
  const { cashier } = host;
  const onward = cashier.button('resume.continue').or(cashier.link('resume.continue'));
  const provider = await cashier.followToProvider(() => onward.click());
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await host.expectBalance('60');
});
