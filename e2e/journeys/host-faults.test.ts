import { expect, test } from '@playwright/test';
import { BareHost } from '../pages/bare-host.ts';
import { expireToken } from '../stack/expired-token.ts';
import { fetchToken } from '../stack/player-token.ts';

const markup =
  '<img src="x" onerror="window.isInjected = true"><script>window.isInjected = true</script>';
const newToken = () => fetchToken(`e2e-${crypto.randomUUID()}`);

test('a silent host is reported; one that answers then, twice and in an unknown language, gets one start', async ({
  page,
}) => {
  await page.clock.install();
  const host = await BareHost.open(page);
  const { cashier } = host;
  await expect(cashier.frame.locator('html')).toBeAttached();
  await expect.poll(async () => (await host.received()).types).toEqual(['Loaded']);
  await page.clock.fastForward(11_000);
  await expect(cashier.text('start.hostSilent')).toBeVisible();

  await cashier.button('start.retry').click();
  await host.answer({ token: await newToken(), locale: 'xx-YY', currency: 'ZZZ', theme: 'light' });
  await host.post({
    messageType: 'loaded',
    payload: { token: 'another', locale: 'ru', theme: 'dark' },
  });
  await expect(cashier.method('Bank card')).toContainText('€5');
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await expect(cashier.frame.locator('html')).toHaveAttribute('data-theme', 'light');
  expect((await host.received()).payloads('onInit')).toHaveLength(1);
});

test('markup, javascript: links and 100 kB names from the host are harmless', async ({ page }) => {
  const host = await BareHost.open(page);
  const { cashier } = host;
  const long = 'W'.repeat(100_000);
  await host.answer({
    token: await newToken(),
    locale: markup,
    currency: markup,
    paymentGeo: markup,
    userId: markup,
    host: long,
    xOrigin: 'javascript:window.isInjected=true',
    partnerKey: long,
    platformVersion: markup,
    assets: { badge: 'javascript:window.isInjected=true' },
    themeTokens: { accent: 'red;}</style><script>window.isInjected=true</script>' },
    bonusList: [{ id: markup, name: long, title: markup, description: markup, picture: 'data:,' }],
  });
  const provider = await cashier.deposit('Bank card', '50');
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  await expectNoInjection(cashier.frame);
});

interface Offer {
  methods: { isPopular?: boolean; text: object }[];
}

test("markup and 100 kB in a method's name are shown as text within the frame", async ({
  page,
}) => {
  const long = 'W'.repeat(100_000);
  await page.route('**/api/banking/methods-payment-v3', async (route) => {
    const response = await route.fetch({ timeout: 0 });
    const answer: Offer = await response.json();
    // These stand at the top of the list; a large group shows none of its methods there.
    const [first, second] = answer.methods.filter(({ isPopular }) => isPopular);
    if (first !== undefined) first.text = { en: markup };
    if (second !== undefined) second.text = { en: long };
    await route.fulfill({ response, json: answer });
  });
  const host = await BareHost.open(page);
  const { cashier } = host;
  await host.answer({ token: await newToken(), locale: 'en', transport: 'http' });
  await expect(cashier.method(markup)).toBeVisible();
  await expect(cashier.frame.getByText(long)).toBeVisible();
  await expectNoInjection(cashier.frame);
  // A request for the list may still be in progress.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a token that expires during a deposit is replaced, and the deposit continues', async ({
  page,
}) => {
  const host = await BareHost.open(page);
  const { cashier } = host;
  const token = await newToken();
  await host.answer({ token, locale: 'en' });
  await cashier.choose('Bank card');
  await cashier.amount.fill('50');
  await host.post({ messageType: 'token-updated', payload: { token: expireToken(token) } });
  const following = cashier.followToProvider(() => cashier.pay());
  await expect.poll(async () => (await host.received()).types).toContain('tokenExpired');
  let isThere = false;
  following.then(() => (isThere = true)).catch(() => {});
  // A host without feedback may send its token repeatedly, which must be harmless.
  await expect
    .poll(async () => {
      await host.post({ messageType: 'token-updated', payload: { token } });
      return isThere;
    })
    .toBe(true);
  const provider = await following;
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
});

/** Asserts that no data ran as script, and that the frame's content doesn't scroll sideways. */
async function expectNoInjection(place: BareHost['cashier']['frame']): Promise<void> {
  const html = place.locator('html');
  expect(await html.evaluate(() => Reflect.get(window, 'isInjected'))).toBeUndefined();
  await expect(place.locator('img[src="x"]')).toHaveCount(0);
  await expect(place.locator('script', { hasText: 'isInjected' })).toHaveCount(0);
  const [contentPx, widthPx] = await html.evaluate((root) => [root.scrollWidth, root.clientWidth]);
  expect(contentPx).toBeLessThanOrEqual(widthPx ?? 0);
}
