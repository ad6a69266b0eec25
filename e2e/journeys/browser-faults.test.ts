import { expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { Cashier } from '../pages/cashier.ts';
import { HostPage } from '../pages/host-page.ts';

const sockets = /\/v4\/socket\.io/;
const dayMs = 24 * 60 * 60 * 1000;

test('a socket that drops during a deposit and is rejected then: its outcome is still found, on a device a day ahead', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() + dayMs });
  const open: WebSocketRoute[] = [];
  let isRejected = false;
  let rejections = 0;
  await page.routeWebSocket(sockets, (socket) => {
    if (isRejected) {
      rejections += 1;
      return socket.close();
    }
    socket.connectToServer();
    open.push(socket);
  });
  await expectDeposit(page, async () => {
    expect(open).not.toEqual([]);
    isRejected = true;
    for (const socket of open.splice(0)) await socket.close();
    await expect.poll(() => rejections).toBeGreaterThan(0);
  });
});

test('a socket that falls silent during a deposit: its outcome is still found, on a device a day behind', async ({
  page,
}) => {
  await page.clock.install({ time: Date.now() - dayMs });
  let isSilent = false;
  let passed = 0;
  await page.routeWebSocket(sockets, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      if (!isSilent) server.send(message);
    });
    server.onMessage((message) => {
      if (isSilent) return;
      passed += 1;
      socket.send(message);
    });
  });
  await expectDeposit(page, async () => {
    expect(passed).toBeGreaterThan(0);
    isSilent = true;
    // Longer than the server's heartbeat and its timeout.
    await page.clock.fastForward(60_000);
  });
});

test('a language file that is missing leaves English, and is reported to the host', async ({
  page,
}) => {
  await page.route(/\/locales\/ru\.[^/]*\.json$/, (route) => route.fulfill({ status: 404 }));
  const host = await HostPage.open(page, { locale: 'ru' });
  await expect(host.events('onLocaleError').first()).toBeVisible();
  await new Cashier(page, 'en').choose('Bank card');
});

test('a part of a language that is missing leaves its screens in English, and is reported once', async ({
  page,
}) => {
  await page.route(/\/locales\/ru\.\w+\.[^/]*\.json$/, (route) => route.fulfill({ status: 404 }));
  const host = await HostPage.open(page, { locale: 'ru' });
  await expect(host.cashier.search).toBeVisible();
  await new Cashier(page, 'en').choose('Банковская карта');
  await expect(host.cashier.frame.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(host.events('onLocaleError')).toHaveCount(1);
});

test('a script of the page that is missing: host and player are told, and the player can try again', async ({
  page,
}) => {
  await page.route(/\/assets\/first\.[^/]*\.js$/, (route) => route.fulfill({ status: 404 }));
  const host = await HostPage.open(page, { locale: 'ar' });
  const { cashier } = host;
  await expect(host.events('onInitError', 'could not be loaded').first()).toBeVisible();
  const alert = cashier.frame.getByRole('alert');
  await expect(alert.getByText(cashier.words('start.title'))).toBeVisible();
  await expect(alert.getByText(cashier.words('start.notLoaded'))).toBeVisible();
  await expect(cashier.frame.locator('html')).toHaveAttribute('dir', 'rtl');
  await page.unrouteAll();
  await cashier.button('start.retry').press('Enter');
  await expect(cashier.search).toBeVisible();
});

test('a screen whose script is missing: the host is told, and the player can load it again', async ({
  page,
}) => {
  await page.clock.install();
  const script = /\/assets\/form\.[^/]*\.js$/;
  await page.route(script, (route) => route.fulfill({ status: 404 }));
  const host = await HostPage.open(page);
  const { cashier } = host;
  await cashier.method('Bank card').click();
  // The widget tries again by itself for some seconds.
  await expect(async () => {
    await page.clock.fastForward(6000);
    await expect(cashier.button('error.refresh')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(host.events('Metric', 'error.reference').first()).toBeVisible();
  await page.unrouteAll();
  await cashier.button('error.refresh').click();
  await expect(cashier.amount).toBeVisible();
});

test('a browser without storage for frames of other sites lets the player pay', async ({
  page,
}) => {
  await page.addInitScript(() => {
    if (window.parent === window) return;
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) {
      Object.defineProperty(window, name, { get: refuse });
    }
    Object.defineProperty(document, 'cookie', { get: refuse, set: refuse });
  });
  const host = await expectDeposit(page);
  const read = host.cashier.frame.locator('html').evaluate(() => window.sessionStorage);
  await expect(read).rejects.toThrow('insecure');
});

/** Makes a whole deposit; `during` runs while its provider's page is open. */
async function expectDeposit(page: Page, during = async () => {}): Promise<HostPage> {
  const host = await HostPage.open(page);
  const provider = await host.cashier.deposit('Bank card', '50');
  await during();
  await provider.press('Approve');
  await expect(host.cashier.status('processed')).toBeVisible();
  await host.expectBalance('50');
  return host;
}
