import { type ConsoleMessage, expect, type Page, test } from '@playwright/test';
import { readSeed } from '../../scripts/read-seed.ts';
import { Cashier, cashierFrame } from '../pages/cashier.ts';
import { expectNoViolations } from '../pages/expect-no-violations.ts';
import { HostPage } from '../pages/host-page.ts';
import { LagoonPage } from '../pages/lagoon-page.ts';
import { listCompleteLanguages } from '../pages/list-complete-languages.ts';
import { stack } from '../stack/stack.ts';

const scripts = /\/(kassa|lagoon)\/assets\/[^/]*\.js$/;
const methods = /\/api\/banking\/methods-payment-v3$/;

test('the list and the form are there before the scripts: they can be read, pressed and filled in', async ({
  page,
}) => {
  const release = await hold(page, scripts);
  const host = await HostPage.open(page, { locale: 'ar', theme: 'dark' }, 'commit');
  const { cashier } = host;
  const card = cashier.method('بطاقة مصرفية');
  const html = cashier.frame.locator('html');
  await expect(html).toHaveAttribute('dir', 'rtl');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await expectNoViolations(page, card);
  // The style attributes of inserted markup would be dropped.
  await expect(cashier.frame.locator('#root [style]')).toHaveCount(0);
  await card.click();
  await expect(cashier.amount).toBeVisible();
  await expectNoViolations(page, cashier.amount);
  await expect(cashier.frame.locator('#root [style]')).toHaveCount(0);
  await cashier.amount.fill('50');
  release();
  await expect(host.events('FullLoaded').first()).toBeVisible();
  expect(await marks(page)).toEqual(['kassa:drawn', 'kassa:drawn-next', 'kassa:hydrate']);
  await expect(cashier.amount).toHaveValue('50');
  await expect(cashier.amount).toBeFocused();
  await expect(cashier.frame.locator('button[form]')).toContainText('50');
  await expect(cashier.frame.locator('[data-waiting]')).toHaveCount(0);
  await cashier.button('back').click();
  await expect(card).toBeVisible();
});

test('a form that the frame starts with is there before the scripts', async ({ page }) => {
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/kassa/')) return;
    history.replaceState(null, '', '/kassa/deposit/redirect?method=card_international');
  });
  const release = await hold(page, scripts);
  const host = await HostPage.open(page, {}, 'commit');
  const { cashier } = host;
  await cashier.amount.fill('20');
  const chip = cashier.frame.locator('fieldset button').first();
  await chip.click();
  release();
  await expect(host.events('FullLoaded').first()).toBeVisible();
  expect(await marks(page)).toEqual(['kassa:drawn', 'kassa:hydrate']);
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(cashier.frame.locator('button[form]')).toContainText(await chip.innerText());
  await cashier.button('back').click();
  await expect(cashier.method('Bank card')).toBeVisible();
});

test.describe('in the sweepstake cashier', () => {
  test.use({ baseURL: stack.lagoonUrl });

  test('the coin packages are there before the scripts, and a press leads on', async ({ page }) => {
    const release = await hold(page, scripts);
    const lagoon = await LagoonPage.open(page, {}, 'commit');
    const box = lagoon.box('100,000');
    await expect(box).toBeVisible();
    await box.click();
    await expect(box).toHaveAttribute('data-waiting');
    release();
    await expect(lagoon.cashier.method('Bank card')).toBeVisible();
    await lagoon.cashier.button('back').click();
    await expect(box).toBeVisible();
  });
});

test('a press is followed although the server draws no form', async ({ page }) => {
  const release = await hold(page, scripts);
  const { cashier } = await HostPage.open(page, {}, 'commit');
  const card = cashier.method('Bank card');
  await expect(card).toBeVisible();
  await page.route(methods, (route) => route.fulfill({ status: 503 }));
  await card.click();
  await expect(card).toHaveAttribute('data-waiting');
  release();
  await expect(cashier.amount).toBeVisible();
  await cashier.button('back').click();
  await expect(card).toBeVisible();
});

test('a search that was typed before the scripts were there is answered', async ({ page }) => {
  const release = await hold(page, scripts);
  const { cashier } = await HostPage.open(page, {}, 'commit');
  await expect(cashier.method('Bank card')).toBeVisible();
  await cashier.search.fill('skrill');
  await expect(cashier.search).toHaveAttribute('data-waiting');
  release();
  await expect(cashier.method('Bank card')).toHaveCount(0);
  await expect(cashier.method('Skrill')).toBeVisible();
  await expect(cashier.search).toBeFocused();
  await expect(cashier.search).toHaveValue('skrill');
});

for (const locale of chooseLanguages()) {
  for (const isPressed of [false, true]) {
    const drawn = isPressed ? 'form' : 'list';
    test(`the widget takes over the drawn ${drawn} in ${locale}`, async ({ page }) => {
      const replaced: string[] = [];
      page.on('console', (message: ConsoleMessage) => {
        if (message.text().includes('The drawn screen was replaced')) replaced.push(message.text());
      });
      const release = await hold(page, scripts);
      const host = await HostPage.open(page, { locale, transport: 'http' }, 'commit');
      await expect(host.cashier.search).toBeVisible();
      if (isPressed) {
        await host.cashier.frame.getByRole('listitem').getByRole('link').first().click();
        await expect(host.cashier.amount).toBeVisible();
      }
      release();
      await expect(host.events('FullLoaded').first()).toBeVisible();
      const next = isPressed ? ['kassa:drawn-next'] : [];
      expect(await marks(page)).toEqual(['kassa:drawn', ...next, 'kassa:hydrate']);
      expect(replaced).toEqual([]);
    });
  }
}

for (const [what, screen] of [
  ['draws nothing', undefined],
  ['draws something else', '<p>Something else</p>'],
] as const) {
  test(`a server that ${what}: the widget draws the list by itself`, async ({ page }) => {
    await page.route(methods, async (route) => {
      const response = await route.fetch();
      const { screen: _, ...rest } = await response.json();
      await route.fulfill({ response, json: screen === undefined ? rest : { ...rest, screen } });
    });
    await HostPage.open(page);
    const cashier = new Cashier(page, 'en');
    await cashier.choose('Bank card');
    await expect(cashier.frame.getByText('Something else')).toHaveCount(0);
  });
}

/** All complete languages in a long run; otherwise Arabic and another one, by the seed. */
function chooseLanguages(): string[] {
  if (process.env.KASSA_LONG === '1') return listCompleteLanguages();
  const others = ['en', 'es', 'es-MX', 'hi', 'hi-Latn-IN', 'pt', 'ru'];
  return ['ar', ...others.slice(readSeed() % others.length).slice(0, 1)];
}

/** Holds all requests for files until the returned function is called. */
async function hold(page: Page, files: RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(files, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Returns which of the marks of drawn screens the widget's frame has. */
async function marks(page: Page): Promise<string[]> {
  return page
    .locator(cashierFrame)
    .contentFrame()
    .locator('html')
    .evaluate(() =>
      ['kassa:drawn', 'kassa:drawn-next', 'kassa:hydrate'].filter(
        (name) => performance.getEntriesByName(name).length > 0,
      ),
    );
}
