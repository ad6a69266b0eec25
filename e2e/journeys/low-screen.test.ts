import { test as base, expect, type Page } from '@playwright/test';
import { StoryViewer } from '../pages/story-viewer.ts';

/** A worker of the test runner uses one page for all its stories, with their motion. */
const test = base.extend<object, { viewer: StoryViewer }>({
  viewer: [
    async ({ browser }, use) => {
      const viewer = new StoryViewer(await browser.newPage());
      await use(viewer);
      await viewer.page.close();
    },
    { scope: 'worker' },
  ],
});

/** An element, and its parts that are out of sight. */
interface Visibility {
  name: string;
  hidden: string[];
}

/** Runs in the page: returns which of an element's points are covered or out of sight. */
function inspect(element: Element): Visibility {
  const { top, bottom, left, width } = element.getBoundingClientRect();
  const middle = left + width / 2;
  const points = { top: top + 1, middle: (top + bottom) / 2, bottom: bottom - 1 };
  const hidden = Object.entries(points).filter(([, y]) => {
    const hit = document.elementFromPoint(middle, y);
    return hit === null || !(hit.contains(element) || element.contains(hit));
  });
  const words = element.getAttribute('aria-label') ?? element.textContent?.trim();
  return { name: words || element.id, hidden: hidden.map(([part]) => part) };
}

/** Returns every element that a key focuses, until the focus leaves the page. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Visibility[]> {
  const stops: Visibility[] = [];
  const focused = page.locator(':focus');
  while (stops.length < 50) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 0) return stops;
    stops.push(await focused.evaluate(inspect));
  }
  throw new Error('The focus never leaves the page.');
}

const inSight = expect.objectContaining({ hidden: [] });

const stories = {
  'a form': 'deposit-redirect-form--with-fields',
  'a form full of errors': 'deposit-payment-form--all-errors',
};
// The height of a small phone: above its keyboard, and above a host page's own bars.
const heights = [380, 520];

for (const [name, id] of Object.entries(stories)) {
  for (const height of heights) {
    test(`each focused control of ${name} is in sight at 360 × ${height}`, async ({ viewer }) => {
      const { page } = viewer;
      await page.setViewportSize({ width: 360, height });
      await viewer.show(id, 'theme:light;locale:en');
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        window.scrollTo(0, 0);
      });
      const forth = await walk(page, 'Tab');
      expect(forth.length).toBeGreaterThan(8);
      const back = await walk(page, 'Shift+Tab');
      expect(back.length).toBeGreaterThan(8);
      expect([...forth, ...back].filter(({ hidden }) => hidden.length > 0)).toEqual([]);
    });
  }
}

test('the button is always in sight and takes the focus without scrolling', async ({ viewer }) => {
  const { page } = viewer;
  await page.setViewportSize({ width: 360, height: 640 });
  await viewer.show(stories['a form'], 'theme:light;locale:en');
  await page.locator('button[type=submit]').focus();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the link for a blocked popup scrolls into sight below a long form', async ({ viewer }) => {
  const { page } = viewer;
  await page.setViewportSize({ width: 320, height: 640 });
  await viewer.show('deposit-redirect-form--popup-blocked-below', 'theme:light;locale:en');
  const link = page.getByRole('link', { name: 'Open the payment page' });
  const notice = page.getByRole('status').filter({ hasText: 'blocked' });
  await expect(link).toBeFocused();
  for (const part of [link, notice]) expect(await part.evaluate(inspect)).toEqual(inSight);
});

test('an error lies over the form and moves nothing', async ({ viewer }) => {
  const { page } = viewer;
  await page.setViewportSize({ width: 360, height: 640 });
  await viewer.show('deposit-redirect-form--providers-own-words', 'theme:light;locale:en');
  const amount = page.getByLabel('Amount', { exact: true });
  const close = page.getByRole('button', { name: 'Close this message' });
  await expect(close).toBeVisible();
  const during = await amount.boundingBox();
  await close.click();
  await expect(close).toBeHidden();
  expect(await amount.boundingBox()).toEqual(during);
});

test('a bonus’s switch scrolls below the header and below the footer', async ({ viewer }) => {
  const { page } = viewer;
  await page.setViewportSize({ width: 360, height: 360 });
  await viewer.show('deposit-redirect-form--with-bonus', 'theme:light;locale:en');
  const bonusSwitch = page.getByRole('switch').first();
  const landmarks = [page.getByRole('banner'), page.locator('footer')];
  for (const landmark of landmarks) {
    const { y = 0 } = (await landmark.boundingBox()) ?? {};
    const covering = await bonusSwitch.evaluate((element, atPx) => {
      window.scrollBy(0, element.getBoundingClientRect().top - atPx);
      const { top, left, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      return hit?.closest('header, footer, button')?.localName;
    }, y + 4);
    expect(covering).toBe(landmark === landmarks[0] ? 'header' : 'footer');
  }
});

test('a footer at the end of the visible part of a high frame covers nothing in a low one', async ({
  viewer,
}) => {
  const { page } = viewer;
  await page.setViewportSize({ width: 360, height: 1400 });
  await viewer.show(stories['a form'], 'theme:light;locale:en');
  const footer = page.locator('footer');
  for (const [unseenPx, endPx] of [
    [0, 1400],
    [900, 500],
    [1200, 320],
  ] as const) {
    await page.evaluate(
      (px) => document.documentElement.style.setProperty('--k-unseen-end', `${px}px`),
      unseenPx,
    );
    const { y, height } = (await footer.boundingBox()) ?? { y: 0, height: 0 };
    expect(y + height).toBe(endPx);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('--k-unseen-end'));
});
