import type { Browser, Frame } from 'playwright-core';
import { findFrame } from '../widget-load/find-frame.ts';
import { phoneScreen } from '../widget-load/phone-screen.ts';
import { throttle } from '../widget-load/throttling.ts';
import { watchPaints } from './watch-paints.ts';

/** A page with a list, a search and a form for each method. */
interface ListPage {
  url: string;
  /** The origin of the list's frame: the page's own, or the widget's. */
  listOrigin: string;
  search: string;
  tile: string;
  form: string;
}

/** Times in ms from a press until its result is painted. */
export interface MeasuredList {
  /** One time per key typed into the search. */
  keysMs: number[];
  /** The time from the press on a tile. */
  formMs: number;
}

const typed = 'bank';
const cpuSlowdown = 4;
const timeoutMs = 30_000;

export const kassaList = (pagesUrl: string, serverUrl: string, country: string): ListPage => ({
  url: `${pagesUrl}/kassa/${country}`,
  listOrigin: serverUrl,
  search: 'input[type="search"]',
  tile: 'a[href*="method="]',
  form: 'form input:not([type="search"])',
});

export const bareList = (pagesUrl: string, country: string): ListPage => ({
  url: `${pagesUrl}/bare/${country}`,
  listOrigin: pagesUrl,
  search: 'input[type="search"]',
  tile: 'button',
  form: 'form input',
});

/** Types into the search, clears it and chooses the first method, on a slow phone. */
export async function measureList(browser: Browser, list: ListPage): Promise<MeasuredList> {
  const context = await browser.newContext(phoneScreen);
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(timeoutMs);
    await page.addInitScript(watchPaints);
    await page.goto(list.url);
    const frame = await findFrame(page.mainFrame(), list.listOrigin);
    await frame.locator(list.tile).first().waitFor();
    await page.waitForLoadState('networkidle');
    const session = await context.newCDPSession(page);
    await throttle(session, { name: 'slow CPU', cpuSlowdown, network: null });
    await frame.locator(list.search).focus();
    const keysMs: number[] = [];
    for (const key of typed) keysMs.push(await time(frame, () => page.keyboard.press(key)));
    for (const _ of typed) await time(frame, () => page.keyboard.press('Backspace'));
    const tile = frame.locator(list.tile).first();
    const formMs = await time(frame, () => tile.tap(), list.form);
    return { keysMs, formMs };
  } finally {
    await context.close();
  }
}

/**
 * Measures the time from a press until its last change is painted.
 * @throws if the press has no effect
 */
async function time(frame: Frame, press: () => Promise<void>, until = 'body'): Promise<number> {
  await frame.evaluate((selector) => window.kassaPaints.awaitPress(selector), until);
  await press();
  const painted = frame.evaluate(() => window.kassaPaints.paintedMs);
  const given = AbortSignal.timeout(timeoutMs);
  const nothing = new Promise<never>((_, reject) => {
    given.onabort = () => reject(new Error(`A press had no effect: no ${until}.`));
  });
  return Promise.race([painted, nothing]);
}
