import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { pauseClock } from '../pages/pause-clock.ts';
import { PaymentForm } from '../pages/payment-form.ts';

/**
 * On the host's request the frame has its content's height; in a low window the page then scrolls.
 */
// Without motion the host's page has stopped to scroll when a test measures it.
test.use({ viewport: { width: 1000, height: 600 }, contextOptions: { reducedMotion: 'reduce' } });

const method = 'Test bank (simulated)';

test('a press on a low tile brings the top of the next screen into sight', async ({ page }) => {
  const host = await HostPage.open(page, { autoHeight: '1' });
  const { cashier } = host;
  const tile = cashier.method(method).last();
  await expect(tile).toBeVisible();
  await host.expectFollowed();
  await tile.scrollIntoViewIfNeeded();
  const title = cashier.frame.getByRole('heading', { level: 1 });
  await expect(title).not.toBeInViewport();
  await tile.click();
  await expect(cashier.amount).toBeVisible();
  await expect(title).toBeInViewport({ ratio: 1 });
});

test('a list opens in the visible part and stays open if its box moves below the mouse; an error is visible too', async ({
  page,
}) => {
  await page.clock.install();
  await page.route('**/api/banking/deposit-create', (route) =>
    route.fulfill({ status: 503, json: { error: { code: 'maintenance', message: 'Later.' } } }),
  );
  const host = await HostPage.open(page, { transport: 'http', autoHeight: '1' });
  const { cashier } = host;
  await cashier.find(method);
  const form = new PaymentForm(cashier);
  const box = form.box('field.bank');
  // Before the list's code is there, a press opens nothing until its release.
  await expect(box).not.toHaveAttribute('aria-busy');
  await host.expectFollowed();
  await box.hover();
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.down();
  const list = cashier.frame.getByRole('listbox');
  await expect(list).toBeVisible();
  // Behind the sheet, between it and the header of the host's page.
  const { x = 0 } = (await host.frame.boundingBox()) ?? {};
  await page.mouse.move(x + 40, 76);
  await page.mouse.up();
  const search = cashier.frame.getByPlaceholder(cashier.words('form.dropdown.search'));
  await expect(search).toBeFocused();
  await expect(search).toBeInViewport({ ratio: 1 });
  await expect(list.getByRole('option').first()).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => window.scrollY)).toBe(before);
  await search.fill('mead');
  await expect(list.getByRole('option')).toHaveCount(1);
  await list.getByRole('option').click();
  await expect(list).toBeHidden();
  await expect(box).toContainText('Meadow Mutual');

  await cashier.amount.fill('50');
  await cashier.frame.getByRole('radio', { name: 'Express' }).click();
  await form.type('field.accountHolder', 'Renée Müller');
  await form.type('field.phone', '01512 3456789');
  await form.type('field.iban', 'de89370400440532013000');
  await cashier.submit.scrollIntoViewIfNeeded();
  await pauseClock(page);
  await cashier.pay();
  const title = cashier.text('error.snackbar.title').first();
  await expect(title).toBeVisible();
  await expect(title).toBeInViewport({ ratio: 1 });
});
