import { expect, type Page, test } from '@playwright/test';
import { StoryViewer } from '../pages/story-viewer.ts';

/** What has the focus, and what of it lies out of sight. */
interface Stop {
  name: string;
  hidden: string[];
}

/** Runs in the page. Null where nothing has the focus. */
function inspectFocus(): Stop | null {
  const element = document.activeElement;
  if (element === null || element === document.body) return null;
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

/** Every stop of a key, from where the focus is to where it leaves the page. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < 50) {
    await page.keyboard.press(key);
    const stop = await page.evaluate(inspectFocus);
    if (stop === null) return stops;
    stops.push(stop);
  }
  throw new Error('The focus never leaves the page.');
}

const stories = {
  'a form': 'deposit-redirect-form--with-fields',
  'a form full of errors': 'deposit-payment-form--all-errors',
};
// Of a small phone: above its keyboard, and above a host page's own bars.
const heights = [380, 520];

for (const [name, id] of Object.entries(stories)) {
  for (const height of heights) {
    test(`each control of ${name} is in sight once it has the focus, at 360 × ${height}`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 360, height });
      await new StoryViewer(page).show(id, 'theme:light;locale:en');
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
