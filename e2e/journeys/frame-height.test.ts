import { expect, type Page, test } from '@playwright/test';
import { HostPage } from '../pages/host-page.ts';

/**
 * Runs in the page: returns the height of a frame styled like the embed's, in the element `cashier`
 * of `html`.
 */
function measure(html: string): number | undefined {
  const frame = document.querySelector('iframe')?.cloneNode() as HTMLIFrameElement;
  frame.removeAttribute('src');
  const place = document.createElement('div');
  place.innerHTML = html;
  // The page's policy allows no styles in markup.
  for (const element of place.querySelectorAll<HTMLElement>('[data-style]')) {
    element.style.cssText = element.dataset.style ?? '';
  }
  place.querySelector('cashier')?.append(frame);
  document.body.append(place);
  const { height } = frame.getBoundingClientRect();
  place.remove();
  return height;
}

/** Returns the heights of the embed's frame by the markup around it. */
async function heightsIn(page: Page, markups: readonly string[]): Promise<object> {
  const entries: [string, number | undefined][] = [];
  for (const html of markups) entries.push([html, await page.evaluate(measure, html)]);
  return Object.fromEntries(entries);
}

const withHeight = {
  '<cashier data-style="display: block; height: 300px"></cashier>': 300,
  '<cashier data-style="display: block; height: 1000px"></cashier>': 1000,
  '<div data-style="height: 900px"><cashier data-style="display: block; height: 50%"></cashier></div>': 450,
  '<div data-style="height: 500px; display: flex; flex-direction: column"><div data-style="height: 60px"></div><cashier data-style="flex: 1; min-height: 0"></cashier></div>': 440,
  '<div data-style="height: 500px; display: grid; grid-template-rows: 60px minmax(0, 1fr)"><div></div><cashier></cashier></div>': 440,
};

const withoutHeight = [
  '<cashier data-style="display: block"></cashier>',
  '<div><cashier data-style="display: block; height: 100%"></cashier></div>',
  '<cashier data-style="display: block; min-height: 200px"></cashier>',
  '<div data-style="display: flex"><cashier data-style="flex: 1"></cashier></div>',
  '<div data-style="display: grid"><cashier></cashier></div>',
];

test('the frame fills an element that has a height, else has its own; a deposit doesn’t change it', async ({
  page,
}) => {
  const host = await HostPage.open(page);
  const { cashier, frame } = host;
  await expect(cashier.method('Bank card')).toBeVisible();
  const place = await frame.boundingBox();
  // By keys: the test runner's mouse scrolls the host's page while its target still moves.
  await cashier.method('Bank card').press('Enter');
  await cashier.amount.fill('50');
  const provider = await cashier.followToProvider(() => cashier.amount.press('Enter'));
  await expect(cashier.status('waiting')).toBeVisible();
  expect(await frame.boundingBox()).toEqual(place);
  await provider.press('Approve');
  await expect(cashier.status('processed')).toBeVisible();
  expect(await frame.boundingBox()).toEqual(place);
  await expect(host.events('resize')).toHaveCount(0);

  expect(await heightsIn(page, Object.keys(withHeight))).toEqual(withHeight);
  // Without a height around it the frame fits the window.
  for (const [windowPx, framePx] of [
    [900, 720],
    [420, 420],
  ] as const) {
    await page.setViewportSize({ width: 390, height: windowPx });
    const expected = Object.fromEntries(withoutHeight.map((html) => [html, framePx]));
    expect(await heightsIn(page, withoutHeight)).toEqual(expected);
  }
});
