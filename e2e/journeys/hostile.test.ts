import { expect, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';
import { expireToken } from '../stack/expired-token.ts';
import { stack } from '../stack/stack.ts';

const foreignOrigin = 'http://foreign.localhost';

test('messages of a foreign window are ignored', async ({ page, context }) => {
  await context.route(`${foreignOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Foreign</h1>' }),
  );
  const host = await HostPage.open(page, { theme: 'light' });
  await expect(host.cashierState).toHaveText('Ready');
  const opened = context.waitForEvent('page');
  await page.evaluate((address) => void window.open(address), `${foreignOrigin}/`);
  const foreign = await opened;
  await expect(foreign.getByRole('heading', { name: 'Foreign' })).toBeVisible();

  await foreign.evaluate(() => {
    const widget: Window = window.opener.frames[0];
    const say = (message: object) => widget.postMessage(JSON.stringify(message), '*');
    say({ messageType: 'token-updated', payload: { token: 'foreign' } });
    say({ messageType: 'theme-updated', payload: { theme: 'dark' } });
    say({ messageType: 'loaded', payload: { token: 'foreign', locale: 'ru' } });
    say({ messageType: 'close' });
  });

  await host.cashier.choose('Bank card');
  await expect(host.cashier.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(host.cashierState).toHaveText('Ready');
  await expect(host.events('onClose')).toHaveCount(0);
  await expect(host.events('tokenExpired')).toHaveCount(0);
});

test('a page of a foreign origin cannot frame the widget', async ({ page }) => {
  // The demo's own server under another host name: the same machine, but not the allowed origin.
  const foreign = new URL(stack.demoUrl);
  foreign.hostname = '127.0.0.1';
  await page.goto(foreign.href);
  const refusal = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  );
  await page.evaluate((widgetUrl) => {
    const frame = document.createElement('iframe');
    frame.title = 'Stolen';
    frame.src = widgetUrl;
    document.body.append(frame);
  }, `${stack.serverUrl}/kassa/`);
  expect((await refusal).text()).toContain(`frame-ancestors ${stack.demoUrl}`);
  const screen = page.getByTitle('Stolen').contentFrame().getByRole('heading', { name: 'Deposit' });
  await expect(screen).toHaveCount(0);
});

test('the widget without a host explains where it belongs', async ({ page }) => {
  await page.goto(`${stack.serverUrl}/kassa/`);
  await expect(page.getByRole('alert')).toContainText('The cashier works inside the site');
});

test('an expired token over HTTP is reported to the host, and a fresh one recovers', async ({
  page,
}) => {
  await page.route('**/token', async (route) => {
    const response = await route.fetch({ timeout: 0 });
    const { token }: { token: string } = await response.json();
    await route.fulfill({ response, json: { token: expireToken(token) } });
  });
  const host = await HostPage.open(page, { transport: 'http' });
  const { cashier } = host;
  await expect(
    cashier.failure.getByText(cashier.words('common.errors.auth.tokenExpired')),
  ).toBeVisible();
  await expect(host.events('tokenExpired').first()).toBeVisible();

  await page.unrouteAll({ behavior: 'wait' });
  await host.refreshToken();
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});
