import type { Browser, Frame, Page } from 'playwright-core';
import { countBytes, type Traffic } from './count-bytes.ts';
import { answerAdyen } from './dropin/answer-adyen.ts';
import { findFrame } from './find-frame.ts';
import { type Phases, readPhases } from './load-phases.ts';
import { phoneScreen } from './phone-screen.ts';
import { type Throttling, throttle } from './throttling.ts';
import { type WatchOptions, watchList } from './watch-list.ts';

const timeoutMs = 60_000;

/** A page to load, and the place of its list of methods. */
export interface MeasuredPage {
  name: string;
  url: string;
  /** The origin of the list's frame: the page's own, or the widget's. */
  listOrigin: string;
  /** The first matching element is the first method. */
  methodSelector: string;
  /** The first field of its form. */
  fieldSelector: string;
}

export interface Load {
  traffic: Traffic;
  /** From the start of the page until the first method can be clicked. */
  usableMs: number;
  /** The same from the start of the list's own frame. */
  fromFrameMs: number;
  /** From the start of the page until it receives FullLoaded; null for a page without a widget. */
  fullLoadedMs: number | null;
  /** The phases of a page with a widget. */
  phases: Phases | null;
  /** Of the list's frame, until the network is idle. */
  longTasksMs: number[];
  /** Of the list's frame, until the network is idle. */
  layoutShift: number;
}

/**
 * Loads a page in a fresh browser profile, on a phone's screen, and waits until the network is
 * idle.
 */
export function loadPage(
  browser: Browser,
  page: MeasuredPage,
  throttling: Throttling,
): Promise<Load> {
  return inProfile(browser, throttling, async (tab, traffic) => {
    const { methodSelector } = page;
    const { list, readWatched } = await watch(tab, page, { methodSelector, fieldSelector: null });
    await list.waitForFunction(() => window.kassaBench.usableAt !== undefined);
    const host = tab.mainFrame();
    if (list !== host) {
      await host.waitForFunction(() => window.kassaBench.fullLoadedAt !== undefined);
    }
    await tab.waitForLoadState('networkidle');
    const watched = await readWatched(list);
    const { frameStartedAt, hostDataAt, usableAt = Number.NaN, longTasksMs, layoutShift } = watched;
    const { frameStartedAt: pageStartedAt, fullLoadedAt } = await readWatched(host);
    return {
      traffic,
      usableMs: usableAt - pageStartedAt,
      fromFrameMs: usableAt - frameStartedAt,
      fullLoadedMs: fullLoadedAt === undefined ? null : fullLoadedAt - pageStartedAt,
      phases: list === host ? null : await readPhases({ host, widget: list, hostDataAt, usableAt }),
      longTasksMs,
      layoutShift,
    };
  });
}

/**
 * Loads a page in the same way, presses the first method as soon as it can be, and returns the time
 * from the start of the page until the first field of its form is painted, in ms.
 */
export function pressAtOnce(
  browser: Browser,
  page: MeasuredPage,
  throttling: Throttling,
): Promise<number> {
  return inProfile(browser, throttling, async (tab) => {
    const { list, readWatched } = await watch(tab, page, page);
    await list.waitForFunction(() => window.kassaBench.fieldAt !== undefined);
    const { fieldAt = Number.NaN } = await readWatched(list);
    return fieldAt - (await readWatched(tab.mainFrame())).frameStartedAt;
  });
}

async function inProfile<Result>(
  browser: Browser,
  throttling: Throttling,
  measure: (tab: Page, traffic: Traffic) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phoneScreen);
  try {
    const tab = await context.newPage();
    tab.setDefaultTimeout(timeoutMs);
    const session = await context.newCDPSession(tab);
    await answerAdyen(session);
    const traffic = await countBytes(session);
    await throttle(session, throttling);
    return await measure(tab, traffic);
  } finally {
    await context.close();
  }
}

/** Opens a page with its watchers. Returns the frame of its list. */
async function watch(tab: Page, { url, listOrigin }: MeasuredPage, watched: WatchOptions) {
  await tab.addInitScript(watchList, {
    methodSelector: watched.methodSelector,
    fieldSelector: watched.fieldSelector,
  });
  await tab.goto(url, { waitUntil: 'commit' });
  const list = await findFrame(tab.mainFrame(), listOrigin);
  return { list, readWatched: (frame: Frame) => frame.evaluate(() => window.kassaBench) };
}
