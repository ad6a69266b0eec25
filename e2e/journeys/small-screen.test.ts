import { expect, type Locator, test } from '@playwright/test';
import { expectFits } from '../pages/expect-fits.ts';
import { HostPage } from '../pages/host-page.ts';
import { PaymentForm } from '../pages/payment-form.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('at 320 px no long word is cut off or scrolls sideways, and a part of the amount is credited', async ({
  page,
}) => {
  const { cashier } = await HostPage.open(page, { locale: 'ru' });
  const card = 'Банковская карта';
  await expectFits(page, cashier, cashier.method(card));
  await cashier.choose(card);
  await cashier.amount.fill('4999.99');
  await expectFits(page, cashier, cashier.amount);
  const provider = await cashier.followToProvider(() => cashier.pay());
  await expectFits(page, cashier, cashier.status('waiting'));
  await provider.press('Pay a part');
  await expectFits(page, cashier, cashier.status('processed'));
  await expect(cashier.text('complete.otherAmount')).toBeVisible();
});

test('the header, the field and the pay button are in sight above a keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { cashier } = await HostPage.open(page);
  await cashier.find('Test bank (simulated)');
  const form = new PaymentForm(cashier);
  const header = cashier.frame.getByRole('banner');
  const expectInSight = async (field: Locator) => {
    for (const part of [header, field, cashier.submit]) {
      await expect(part).toBeInViewport({ ratio: 1 });
      await expect.poll(() => part.evaluate(isUncovered)).toBe(true);
    }
  };
  await form.box('field.iban').click();
  await page.setViewportSize({ width: 390, height: 420 });
  await expectInSight(form.box('field.iban'));
  for (const label of ['field.accountHolder', 'field.phone', 'field.iban'] as const) {
    await form.box(label).focus();
    await expectInSight(form.box(label));
  }
  await cashier.amount.focus();
  await expectInSight(cashier.amount);
});

test('methods are rows on a phone, and tiles of one width in a wider frame', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { cashier } = await HostPage.open(page);
  const limits = cashier.frame.locator('li bdi').getByText('€').first();
  const wallets = cashier.frame.getByRole('link', { name: /E-wallets/ });
  for (const row of [cashier.method('Bank card').first(), wallets]) {
    await expect(row).toBeVisible();
    expect(await row.evaluate(({ parentElement }) => parentElement?.offsetHeight)).toBe(64);
  }
  await expect(limits).toBeHidden();

  await page.setViewportSize({ width: 700, height: 844 });
  await expect(limits).toBeVisible();
  const widths = () =>
    cashier.frame
      .locator('section ul > li')
      .evaluateAll((tiles) => [...new Set(tiles.map((tile) => (tile as HTMLElement).offsetWidth))]);
  await expect.poll(async () => (await widths()).length).toBe(1);
});

test('in landscape the button is below the content; the sheet can be closed, and reopens unchanged', async ({
  page,
}) => {
  await page.setViewportSize({ width: 740, height: 300 });
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.choose('Bank card');
  await expect(cashier.submit).not.toBeInViewport();
  await cashier.submit.scrollIntoViewIfNeeded();
  await expect(cashier.submit).toBeInViewport({ ratio: 1 });

  await page.setViewportSize({ width: 320, height: 640 });
  await cashier.amount.fill('42');
  const handle = page.getByRole('button', { name: 'Cashier sheet' });
  await handle.click();
  await expect(handle).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: 'Theme: dark' }).click();
  await expect(host.events('theme-updated')).toHaveCount(1);
  await host.bringSheetBack();
  await expect(cashier.amount).toHaveValue('42');
  await expect(cashier.frame.locator('html')).toHaveAttribute('data-theme', 'dark');
  await cashier.closeButton.click();
  await page.getByRole('button', { name: 'Open cashier' }).click();
  await expect(cashier.method('Bank card')).toBeInViewport();
});

/** Runs in the page: whether nothing covers the top, the middle or the end of an element. */
function isUncovered(element: Element): boolean {
  const { top, bottom, left, width } = element.getBoundingClientRect();
  return [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
    const hit = document.elementFromPoint(left + width / 2, y);
    return hit !== null && (hit.contains(element) || element.contains(hit));
  });
}
